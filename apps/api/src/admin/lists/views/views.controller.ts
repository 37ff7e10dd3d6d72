import { type SavedView, viewBody, VIEW_MESSAGES } from '@lampstand/contracts/back-office';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { bodyOf } from '../../../platform/http/body-of.ts';
import { LARGEST_INTEGER, ParseId } from '../../../platform/http/parse-id.ts';
import { type ActingStaff, RequirePermission, Staff } from '../../auth/index.ts';
import { ManageViews } from './manage-views.ts';

const ViewId = () => Param('id', new ParseId(VIEW_MESSAGES.gone, LARGEST_INTEGER));

class SaveViewBody extends bodyOf(viewBody) {}

/** The saved views of the lists. */
@ApiTags('Back office')
@Controller('api/admin/views')
@RequirePermission('read')
export class ViewsController {
  constructor(private readonly manageViews: ManageViews) {}

  @Get()
  @ApiOperation({ summary: 'One’s own views and the shared ones, by name' })
  list(@Staff() staff: ActingStaff): Promise<SavedView[]> {
    return this.manageViews.list(staff);
  }

  @Post()
  @ApiOperation({ summary: 'Saves a view: 201 {id}; 400 with the field, 409 for a taken name' })
  async save(@Body() body: SaveViewBody, @Staff() staff: ActingStaff): Promise<{ id: number }> {
    return { id: await this.manageViews.save(staff, body) };
  }

  @Post(':id')
  @HttpCode(200)
  @ApiOperation({ summary: 'Replaces one’s own view: 200 {id}; 400 with the field, 404, 409 for a taken name' })
  async replace(
    @ViewId() id: number,
    @Body() body: SaveViewBody,
    @Staff() staff: ActingStaff,
  ): Promise<{ id: number }> {
    return { id: await this.manageViews.save(staff, body, id) };
  }

  @Post(':id/delete')
  @HttpCode(200)
  @ApiOperation({ summary: 'Deletes one’s own view; administrators also delete shared ones: 200 {success}; 404' })
  async delete(@ViewId() id: number, @Staff() staff: ActingStaff): Promise<{ success: true }> {
    await this.manageViews.delete(staff, id);
    return { success: true };
  }
}
