FROM node:24-bookworm-slim

ENV HOST=0.0.0.0 PORT=3333 STORAGE_DIR=/data DEMO=0
WORKDIR /formwright
RUN mkdir -p /data && chown node:node /data /formwright
USER node

COPY --chown=node:node package.json package-lock.json ./
COPY --chown=node:node scripts/node24.mjs scripts/stop.mjs scripts/
# each may have dependencies of its own
COPY --chown=node:node packages packages
COPY --chown=node:node plugins plugins
RUN node -e "import('./scripts/node24.mjs').then(({ install }) => install())"

COPY --chown=node:node . .
RUN node scripts/build.mjs

VOLUME /data
EXPOSE 3333
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
