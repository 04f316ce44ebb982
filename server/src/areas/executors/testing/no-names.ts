import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestEngine } from './engines.ts'

const program = fileURLToPath(new URL('serve-no-names.ts', import.meta.url))

export async function startNoNames(engine: TestEngine): Promise<{ close(): void }> {
  const configuration = await readFile('/etc/resolv.conf', 'utf8').catch(() => '')
  const named = [...configuration.matchAll(/^nameserver\s+([^\s%]+)/gm)].map(([, address = '']) => address)
  const addresses = named.length === 0 ? ['127.0.0.1'] : named
  for (const address of addresses) await once(engine.beside('ip', 'address', 'add', address, 'dev', 'lo'), 'exit')
  const ready = join(engine.folder, 'no-names')
  const server = engine.beside(process.execPath, program, ready, ...addresses)
  while ((await readFile(ready, 'utf8').catch(() => null)) === null) await sleep(20)
  return { close: () => void server.kill() }
}
