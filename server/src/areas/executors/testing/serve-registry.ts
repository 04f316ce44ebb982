import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const [folder = '', port] = process.argv.slice(2)
const chunk = 1_000_000
const pause = 150

async function respond({ url = '', method }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (url === '/v2/') return void response.end('{}')
  if (url.includes('/manifests/')) {
    const manifest = await readFile(join(folder, 'manifest.json'))
    response.setHeader('content-type', 'application/vnd.docker.distribution.manifest.v2+json')
    response.setHeader('docker-content-digest', `sha256:${createHash('sha256').update(manifest).digest('hex')}`)
    response.setHeader('content-length', manifest.length)
    return void response.end(method === 'HEAD' ? '' : manifest)
  }
  const blob = await readFile(join(folder, 'blobs', basename(url))).catch(() => null)
  if (blob === null) return void response.writeHead(404).end()
  response.setHeader('content-length', blob.length)
  for (let at = 0; at < blob.length; at += chunk) {
    response.write(blob.subarray(at, at + chunk))
    if (at + chunk < blob.length) await sleep(pause)
  }
  response.end()
}

createServer((request, response) => void respond(request, response)).listen(
  Number(port),
  '127.0.0.1',
  () => void writeFile(join(folder, 'ready'), ''),
)
