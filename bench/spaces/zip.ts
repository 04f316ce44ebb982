import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { archiveEndpoints } from '@vermilion/contract/files/archives'
import { fillPath } from '@vermilion/contract/kernel/endpoint'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { startServer } from './ground/server.ts'

/**
 * A folder of very many files as one zip: time to first byte, server memory, cleanup after an aborted download, and validity by
 * `unzip -t`. `npm run bench spaces/zip -- --files 100000`
 */
const files = Number(process.argv[process.argv.indexOf('--files') + 1]) || 100_000
const filesOfFolder = 1_000
const size = 8_000
const limits = { memory: 100, firstByte: 1_000 }

const data = mkdtempSync(join(tmpdir(), 'vermilion-bench-'))
try {
  await bench(await prepare())
} finally {
  rmSync(data, { recursive: true, force: true })
}

/** A space of files, written directly to store and index. */
async function prepare(): Promise<string> {
  const server = await startServer(data)
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'many', path: 'many' } })
  await server.stop()
  const database = new DatabaseSync(join(data, 'vermilion.db'))
  const now = new Date().toISOString()
  const addFolder = database.prepare(
    `insert into folders (spaceId, path, parent, name, sortKey, fileCount, totalSize, allFiles, allSize, createdAt, updatedAt)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning number`,
  )
  const addFile = database.prepare(
    `insert into files (id, spaceId, folder, path, name, sortKey, size, kind, mediaType, checksum, broken, examined, tags,
     score, createdAt, updatedAt) values (?, ?, ?, ?, ?, ?, ?, 'other', 'application/octet-stream', ?, 0, 1, '[]', -1, ?, ?)`,
  )
  database.exec('begin')
  database.prepare('delete from folders where spaceId = ?').run(spaceId)
  const folder = (path: string, parent: number | null, own: number) => {
    const all = path === '' || path === 'all' ? files : own
    const counted = [own, own * size, all, all * size]
    const row = addFolder.get(spaceId, path, parent, path, path, ...counted, now, now) as { number: number }
    return row.number
  }
  const top = folder('all', folder('', null, 0), 0)
  let current = top
  for (let number = 0; number < files; number++) {
    const path = `all/${String(Math.floor(number / filesOfFolder)).padStart(4, '0')}`
    if (number % filesOfFolder === 0) current = folder(path, top, Math.min(filesOfFolder, files - number))
    const content = randomBytes(size)
    const checksum = createHash('sha256').update(content).digest('hex')
    const file = join(data, 'blobs', checksum.slice(0, 2), checksum.slice(2))
    if (number < 5_000) mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    const name = `图片 ${number}.bin`
    addFile.run(`f${number}`, spaceId, current, `${path}/${name}`, name, `${path}/${name}`, size, checksum, now, now)
  }
  database.prepare('update spaces set fileCount = ?, totalSize = ?').run(files, files * size)
  database.exec('commit')
  database.close()
  return spaceId
}

async function bench(spaceId: string): Promise<void> {
  const server = await startServer(data)
  const choose = async () => {
    const from = performance.now()
    const body = { selection: { folders: ['all'] }, name: 'all' }
    const { id } = await server.call(archiveEndpoints.createArchive, { params: { spaceId }, body })
    const path = fillPath(archiveEndpoints.downloadArchive.path, { archiveId: id })
    return { path, milliseconds: performance.now() - from }
  }

  await sleep(5_000)
  const memoryAtStart = { memory: memory(server.pid) }
  console.log(`${files} files of ${size} bytes; before: ${memoryAtStart.memory.toFixed(0)} MiB`)

  const selection = await choose()
  const from = performance.now()
  const response = await server.fetch(selection.path)
  const watched = watch(server.pid)
  const target = join(data, 'all.zip')
  let firstByte = 0
  let bytes = 0
  const counted = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      if (bytes === 0) firstByte = performance.now() - from
      bytes += chunk.length
      done()
    },
  })
  const [toFile, toCount] = (response.body as ReadableStream<Uint8Array>).tee()
  await Promise.all([
    pipeline(Readable.fromWeb(toFile as never), createWriteStream(target)),
    pipeline(Readable.fromWeb(toCount as never), counted),
  ])
  const seconds = (performance.now() - from) / 1_000
  const most = watched.end()
  console.log(`chosen in ${selection.milliseconds.toFixed(0)} ms, first byte after ${firstByte.toFixed(0)} ms`)
  console.log(`${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s; memory at most ${most.toFixed(0)} MiB`)
  execFileSync('unzip', ['-tqq', target], { stdio: 'inherit' })
  const listed = execFileSync('sh', ['-c', 'unzip -Z1 "$1" | wc -l', 'sh', target]).toString().trim()
  console.log(`unzip -t passes; it lists ${listed} files`)
  rmSync(target)

  // The reader threads have opened the database by now, and keep it.
  const open = openFiles(server.pid)
  console.log(`${open} open files`)
  const again = watch(server.pid)
  for (let times = 0; times < 5; times++) {
    const abortController = new AbortController()
    const { body } = await server.fetch((await choose()).path, { signal: abortController.signal })
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    for (let read = 0; read < files * 500;) read += (await reader.read()).value?.length ?? 0
    abortController.abort()
    await reader.closed.catch(() => undefined)
  }
  await sleep(2_000)
  const after = { memory: memory(server.pid), open: openFiles(server.pid), most: again.end() }
  const cpu = await cpuShare(server.pid)
  console.log(
    `five given up: at most ${after.most.toFixed(0)} MiB, then ${after.memory.toFixed(0)} MiB, ${after.open} open files, ${(cpu * 100).toFixed(0)}% of a core`,
  )
  await server.stop()

  const problems = [
    most - memoryAtStart.memory > limits.memory && `memory grew by ${(most - memoryAtStart.memory).toFixed(0)} MiB`,
    after.most - memoryAtStart.memory > limits.memory &&
      `given up, memory grew by ${(after.most - memoryAtStart.memory).toFixed(0)} MiB`,
    firstByte + selection.milliseconds > limits.firstByte && 'the first byte came late',
    Number(listed) !== files && 'files are missing',
    after.open > open + 4 && `${after.open - open} files were left open`,
    cpu > 0.2 && 'the server goes on with what was given up',
  ].filter((problem) => problem !== false)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

/** Resident memory in MiB. */
function memory(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

function watch(pid: number): { end(): number } {
  let most = memory(pid)
  const timer = setInterval(() => (most = Math.max(most, memory(pid))), 50)
  return {
    end() {
      clearInterval(timer)
      return most
    },
  }
}

/** Processor share of the server over a second. */
async function cpuShare(pid: number): Promise<number> {
  const ticks = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  }
  const from = ticks()
  await sleep(1_000)
  return (ticks() - from) / 100
}
