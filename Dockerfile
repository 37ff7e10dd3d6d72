# Images of the server (target api), with production dependencies only, and of the sandbox (target sandbox), whose bundle needs none.
FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/sandbox/package.json apps/sandbox/
COPY apps/web/package.json apps/web/
COPY libs/contracts/package.json libs/contracts/
COPY libs/workflows/package.json libs/workflows/

FROM manifests AS build
RUN npm ci
COPY . .
# Written into the prerendered pages: changing one needs a new image. The server has the same variables.
ARG SITE_URL=http://localhost:3000
ARG PRODUCT_NAME
ARG SUPPORT_EMAIL
ARG POSTAL_ADDRESS
ARG VIDEO_STUDENT_URL
ARG VIDEO_PORTAL_URL
ARG VIDEO_WALKTHROUGH_URL
RUN npm run build

FROM manifests AS api-packages
RUN npm ci --omit=dev --workspace apps/api && npm cache clean --force

FROM node:24-bookworm-slim AS sandbox
WORKDIR /app
ENV HOST=0.0.0.0 DATA_DIR=/data
COPY package.json ./
COPY apps/sandbox/package.json apps/sandbox/
COPY --from=build /app/apps/sandbox/build apps/sandbox/build
COPY apps/sandbox/browser apps/sandbox/browser
COPY apps/sandbox/schemas apps/sandbox/schemas
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 4242 1025
CMD ["node", "--enable-source-maps", "apps/sandbox/build/main.js"]

FROM node:24-bookworm-slim AS api
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 METRICS_HOST=0.0.0.0
COPY --from=api-packages /app ./
COPY --from=build /app/apps/api/build apps/api/build
COPY --from=build /app/apps/web/build apps/web/build
USER node
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "apps/api/build/main.js"]
