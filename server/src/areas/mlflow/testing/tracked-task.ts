import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestServer } from '../../../testing/start-server.ts'
import { orderOf, testPrograms } from '../../tasks/testing/programs.ts'
import type { Environment } from './tracking-client.ts'

const says = `
  const fs = require('fs')
  fs.writeFileSync('environment.json', JSON.stringify(process.env))
  setInterval(() => fs.existsSync('go') && process.exit(0), 25)`

const { waiting } = testPrograms.images ?? {}
if (waiting === undefined) throw new Error('there is no program that waits')
const command = () => [process.execPath, '-e', says] as [string, ...string[]]

export const trackedPrograms = {
  ...testPrograms,
  concurrency: 20,
  images: { ...testPrograms.images, says: { ...waiting, command } },
}

export async function startTrackedTask(server: TestServer, own: Record<string, string> = {}) {
  const { id, outputPath } = await server.app.tasks.start({ ...orderOf('says'), environment: own }, 'en-US')
  for (;;) {
    const text = await readFile(join(outputPath, 'environment.json'), 'utf8').catch(() => '')
    if (text.endsWith('}')) return { id, output: outputPath, environment: JSON.parse(text) as Environment }
    await delay(20)
  }
}
