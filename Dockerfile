# An image with the `voxpop` command. Build and run:
#   docker build -t voxpop .
#   docker run --rm -v "$PWD/archive:/archive" voxpop archive reactions.db https://news.example/story
#   docker run --rm -v "$PWD/archive:/archive" -p 8001:8001 voxpop serve reactions.db --host 0.0.0.0
FROM python:3.13-slim AS build
WORKDIR /src
COPY . .
RUN python -m venv /opt/voxpop \
    && /opt/voxpop/bin/pip install --no-cache-dir --disable-pip-version-check ".[parquet]"

FROM python:3.13-slim
COPY --from=build /opt/voxpop /opt/voxpop
ENV PATH=/opt/voxpop/bin:$PATH
RUN useradd --create-home --uid 1000 voxpop \
    && install --directory --owner voxpop --group voxpop /archive
USER 1000
WORKDIR /archive
VOLUME /archive
EXPOSE 8001
ENTRYPOINT ["voxpop"]
CMD ["--help"]
