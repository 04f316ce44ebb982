import { spawnSync } from 'node:child_process'
import { createHash, randomFillSync } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, open, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import { fileEndpoints } from '../../contract/src/files.ts'
import { spaceEndpoints } from '../../contract/src/spaces.ts'
import { createClient, type Call } from '../../e2e/support/server/client.ts'
import { signIn } from '../../e2e/support/screen/screen.ts'
import { startServer, type ServerProcess } from '../../e2e/support/server/server.ts'
import { ensureBrowser } from '../../tools/browser/browser.ts'
import { ensureConsole } from '../../tools/launch/console.mjs'
import { sendAway } from './ground/ceiling.ts'

/**
 * Uploads from the real browser to the real server, `npm run bench spaces/upload [files] [megabytes] [large megabytes]`:
 *
 * 1. 10,000 files, 2 GB together, as a folder: at least half the throughput of `cp -r` of the same folder followed by
 *    `sync`, measured in the same run. Every checksum is compared. What this browser can send at most to a server that
 *    throws the bytes away is measured beside it.
 * 2. The same again, with the server killed by SIGKILL five times and the tab reloaded twice at random moments, each
 *    while files are being sent: the same result, and nothing twice.
 * 3. One file of 5 GB, the server killed once at a random moment between its ends: it goes on from where it was, with
 *    the right checksum, and the server's memory flat.
 */
const [count = 10_000, megabytes = 2_000, largeMegabytes = 5_000] = process.argv.slice(2).map(Number)
/** Server memory in bytes that a large file may add. */
const flat = 150 * 1024 ** 2

const seconds = (since: number) => (performance.now() - since) / 1000
const random = (least: number, most: number) => least + Math.random() * (most - least)
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const missed: string[] = []
const say = (...words: string[]) => console.log(words.join(' '))

const ground = await mkdtemp(join(tmpdir(), 'vermilion-upload-bench-'))
const { bavail, bsize } = await statfs(ground)
const freeMegabytes = (bavail * bsize) / 1e6
if (freeMegabytes < megabytes * 4 + largeMegabytes * 3)
  throw new Error(`the disk has room for ${freeMegabytes.toFixed(0)} MB alone`)

async function makeFolder() {
  const folder = join(ground, 'photos')
  const checksums = new Map<string, string>()
  const mean = (megabytes * 1e6) / count
  for (let number = 0; number < count; number += 1) {
    const content = randomFillSync(Buffer.allocUnsafe(Math.round(mean * (0.5 + (number % 100) / 99))))
    const path = `photos/${number % 20}/${String(number).padStart(5, '0')}.bin`
    if (number < 20) await mkdir(join(ground, `photos/${number}`), { recursive: true })
    await writeFile(join(ground, path), content)
    checksums.set(path, createHash('sha256').update(content).digest('hex'))
  }
  spawnSync('sync')
  return { folder, checksums }
}

async function verify(call: Call, spaceId: string, expected: ReadonlyMap<string, string>) {
  const checksums = new Map<string, string | null>()
  let rows = 0
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { recursive: 'true', limit: 500, cursor }
    const page = await call(fileEndpoints.listFiles, { params: { spaceId }, query })
    for (const { path, checksum } of page.items) checksums.set(path, checksum)
    rows += page.items.length
    cursor = page.nextCursor
  }
  const wrong = [...expected].filter(([path, checksum]) => checksums.get(path) !== checksum)
  const { fileCount } = await call(spaceEndpoints.getSpace, { params: { spaceId } })
  if (wrong.length > 0 || rows !== expected.size || fileCount !== expected.size) {
    missed.push(`${wrong.length} files are not what was sent; ${rows} rows, ${fileCount} counted`)
  }
  return `${expected.size - wrong.length} of ${expected.size} checksums right, ${rows} rows, ${fileCount} counted`
}

const panel = (page: Page) => page.getByRole('region', { name: 'Uploads', exact: true })
const waitForEnd = async (page: Page, files: number) => {
  const words = `${files.toLocaleString('en-US')} ${files === 1 ? 'file' : 'files'} uploaded`
  await panel(page).getByText(words).waitFor({ timeout: 1_800_000 })
}

async function openSpace(page: Page, call: Call, name: string): Promise<string> {
  const { id } = await call(spaceEndpoints.createSpace, { body: { name, path: name } })
  await page.goto(`/space/list/file/${id}`)
  await page.getByRole('heading', { name }).waitFor()
  return id
}

async function plain(browser: Browser, folder: string, checksums: ReadonlyMap<string, string>) {
  const begin = performance.now()
  spawnSync('cp', ['-r', folder, join(ground, 'copy')])
  spawnSync('sync')
  const copying = seconds(begin)
  await rm(join(ground, 'copy'), { recursive: true })
  const away = await sendAway(browser, folder)
  const server = await startServer()
  const page = await browser.newPage({ baseURL: server.address })
  const call = createClient(server)
  await signIn(page)
  const spaceId = await openSpace(page, call, 'plain')
  const selectedAt = performance.now()
  await page.getByLabel('Choose a folder', { exact: true }).setInputFiles(folder)
  // Starts when the page has the files: the test driver takes long to hand them over.
  await panel(page).waitFor({ timeout: 600_000 })
  const sending = performance.now()
  await waitForEnd(page, count)
  const sent = seconds(sending)
  const rate = (time: number) => `${time.toFixed(1)} s (${(megabytes / time).toFixed(0)} MB/s)`
  say(`cp -r and sync   ${rate(copying)}`)
  say(`sent to nowhere  ${rate(away)}`)
  const ratios = `${(copying / sent).toFixed(2)} of cp, ${(away / sent).toFixed(2)} of what the browser sends at most`
  say(`upload           ${rate(sent)}, ${ratios}; ${seconds(selectedAt).toFixed(1)} s with choosing`)
  say(`                 ${await verify(call, spaceId, checksums)}`)
  if (copying / sent < 0.5) missed.push('the upload has less than half the throughput of cp')
  await page.close()
  await server.stop()
}

/** Waits for a share of arrivals; returns the actual share. */
async function arrived(page: Page, part: number): Promise<number> {
  for (;;) {
    const words = ((await panel(page).textContent()) ?? '').replaceAll(',', '')
    const [, done, total] = /(\d+) of (\d+) files/.exec(words) ?? []
    const at = words.includes('files uploaded') ? 1 : Number(done ?? 0) / Number(total ?? 1)
    if (at >= part) return at
    await wait(20)
  }
}

async function killed(browser: Browser, folder: string, checksums: ReadonlyMap<string, string>) {
  const data = join(ground, 'data')
  let server = await startServer({ data })
  const environment = { VERMILION_PORT: new URL(server.address).port }
  const page = await browser.newPage({ baseURL: server.address })
  const spaceId = await signIn(page).then(async () => openSpace(page, createClient(server), 'killed'))
  await page.getByLabel('Choose a folder', { exact: true }).setInputFiles(folder)
  await panel(page).waitFor({ timeout: 600_000 })
  const events = ['kill', 'reload', 'kill', 'kill', 'reload', 'kill', 'kill']
  const moments: number[] = []
  for (const [number, event] of events.entries()) {
    const at = await arrived(page, (number + random(0.1, 0.9)) / (events.length + 1))
    moments.push(at)
    if (at === 1) missed.push(`all files had been sent before event ${number + 1} of ${events.length}`)
    if (at === 1) break
    if (event === 'kill') {
      await server.stop('SIGKILL')
      server = await startServer({ data, environment })
      continue
    }
    await page.reload()
    const again = page.getByLabel('Choose the folder again to go on')
    await again.waitFor({ state: 'attached', timeout: 60_000 })
    await again.setInputFiles(folder)
  }
  await waitForEnd(page, count)
  const fell = events.map((event, number) => `${event} at ${((moments[number] ?? 1) * 100).toFixed(0)} %`).join(', ')
  say(`${fell}:`)
  say(`                 ${await verify(createClient(server), spaceId, checksums)}`)
  await page.close()
  await server.stop()
  await rm(data, { recursive: true })
}

const memoryOf = ({ process }: ServerProcess) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

async function large(browser: Browser) {
  const path = join(ground, 'large.bin')
  const file = await open(path, 'w')
  const part = Buffer.allocUnsafe(10_000_000)
  for (let written = 0; written < largeMegabytes; written += 10) await file.write(randomFillSync(part))
  await file.close()
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const data = join(ground, 'data')
  let server = await startServer({ data })
  const environment = { VERMILION_PORT: new URL(server.address).port }
  const page = await browser.newPage({ baseURL: server.address })
  const spaceId = await signIn(page).then(async () => openSpace(page, createClient(server), 'large'))
  const begin = performance.now()
  await page.getByLabel('Choose files', { exact: true }).setInputFiles(path)
  const { host } = new URL(server.address)
  const moment = random(2, 90)
  let at = 0
  while (at < moment) {
    await wait(20)
    at = Number(/(\d+) %/.exec((await panel(page).textContent()) ?? '')?.[1] ?? at)
  }
  await server.stop('SIGKILL')
  const goesOn = page.waitForResponse((response) => response.request().method() === 'HEAD' && response.ok(), {
    timeout: 120_000,
  })
  server = await startServer({ data, environment })
  const first = memoryOf(server)
  let most = first
  const watching = setInterval(() => (most = Math.max(most, memoryOf(server))), 250)
  const from = Number((await (await goesOn).headerValue('upload-offset')) ?? 0)
  await waitForEnd(page, 1)
  clearInterval(watching)
  const mib = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MiB`
  say(
    `${largeMegabytes} MB in one file to ${host}, killed at ${at} %, gone on from ${mib(from)}: ${seconds(begin).toFixed(1)} s`,
  )
  say(`                 ${await verify(createClient(server), spaceId, new Map([['large.bin', hash.digest('hex')]]))}`)
  say(`                 the server's memory: ${mib(first)} at its start, ${mib(most)} at most`)
  if (at < 1 || at > 99 || from <= 0) missed.push('the large file was not cut off amid its bytes, or began anew')
  if (most - first > flat) missed.push('the memory of the server is not flat')
  await page.close()
  await server.stop()
}

await ensureConsole(process.execPath)
const browser = await chromium.launch({ executablePath: ensureBrowser() })
try {
  say(`${count} files, ${megabytes} MB together; one of ${largeMegabytes} MB`)
  const { folder, checksums } = await makeFolder()
  await plain(browser, folder, checksums)
  await killed(browser, folder, checksums)
  await rm(folder, { recursive: true })
  if (largeMegabytes > 0) await large(browser)
} finally {
  await browser.close()
  await rm(ground, { recursive: true, force: true, maxRetries: 5 })
}
if (missed.length > 0) {
  console.error(missed.join('\n'))
  process.exitCode = 1
}
