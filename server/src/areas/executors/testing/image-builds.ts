import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { TestEngine } from './engines.ts'

export async function buildImage({ client }: TestEngine, folder: string, tag: string, file: string): Promise<string> {
  const packed = execFileSync('tar', ['-C', folder, '-cf', '-', '.'], { maxBuffer: 1 << 26 })
  const options = { t: tag, dockerfile: file, networkmode: 'none', version: '1' } as const
  const message = await text(await client.buildImage(Readable.from([packed]), options))
  if (/"error"/.test(message)) throw new Error(message)
  return message
}

export async function buildStandIn(engine: TestEngine, tag: string): Promise<void> {
  const folder = join(engine.folder, 'stand-in')
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'python'),
    '#!/bin/sh\necho python "$@" as "$(id -u)"\n[ "$1" = -c ] && exit; cat "$1"; ls /opt/vermilion/*\n',
  )
  await writeFile(join(folder, 'pip'), '#!/bin/sh\necho pip "$@"\n')
  const lines = [
    `FROM ${engine.image}`,
    'COPY python pip /opt/conda/bin/',
    'RUN chmod 755 /opt/conda/bin/* && mkdir -p /usr/bin /usr/local/bin && ln -s /bin/busybox /usr/bin/env',
    'ENV PATH=/opt/conda/bin:/usr/bin:/bin',
  ]
  await writeFile(join(folder, 'Containerfile'), lines.join('\n'))
  await buildImage(engine, folder, tag, 'Containerfile')
}
