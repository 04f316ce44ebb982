import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from '@playwright/test'

/** Bytes per pack, and packs in parallel, as in an upload. */
const packed = 8 * 1024 * 1024
const parallel = 4

/**
 * Seconds for this browser to send a folder to a server that discards the bytes, without reading or hashing: the upper bound of
 * any upload.
 */
export async function sendAway(browser: Browser, folder: string): Promise<number> {
  const server = createServer((request, response) => {
    if (request.method === 'POST') request.resume().once('end', () => response.end())
    else response.setHeader('content-type', 'text/html').end('<input type="file" webkitdirectory>')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const page = await browser.newPage()
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.locator('input').setInputFiles(folder)
    return await page.evaluate(
      async ({ most, lanes }) => {
        const files = [...(document.querySelector('input')?.files ?? [])]
        const packs: File[][] = []
        let size = most
        for (const file of files) {
          if (size + file.size > most) [size] = [0, packs.push([])]
          size += file.size
          packs.at(-1)?.push(file)
        }
        const begin = performance.now()
        const send = async () => {
          for (let pack = packs.shift(); pack !== undefined; pack = packs.shift()) {
            await fetch('/', { method: 'POST', body: new Blob(pack) })
          }
        }
        await Promise.all(Array.from({ length: lanes }, send))
        return (performance.now() - begin) / 1000
      },
      { most: packed, lanes: parallel },
    )
  } finally {
    await page.close()
    server.closeAllConnections()
    server.close()
  }
}
