import { expect, type Locator, type Page } from '@playwright/test';

/** Someone who has no mouse. */
export class Keyboard {
  constructor(readonly page: Page) {}

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  /** Tabs on from where the focus is, and nowhere else, until the control has it. */
  async reach(control: Locator, within = 40): Promise<void> {
    for (let presses = 0; presses < within; presses += 1) {
      if (await control.evaluate((node) => node === node.ownerDocument.activeElement)) return;
      await this.press('Tab');
    }
    await expect(control).toBeFocused();
  }

  async typeInto(control: Locator, text: string): Promise<void> {
    await this.reach(control);
    await this.type(text);
  }
}
