# Images of the server (target api), which is the release and Node, and of the sandbox (target sandbox).
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
# Shown by /readyz and in the back office: there is no Git here.
ARG COMMIT=unknown
RUN npm run release && mv release/lampstand-*/ /release && rm -r /release/bin

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
COPY --from=build /release ./
USER node
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "apps/api/build/main.js"]
