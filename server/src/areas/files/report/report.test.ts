import { fileEndpoints, type SpaceFile } from '@vermilion/contract/files'
import { reportEdges, type SpaceReport, spaceReportEndpoints } from '@vermilion/contract/files/space-report'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { bytesOf, picture, spaceWith, text } from '../testing/space-with.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

async function reportOf(spaceId: string, folder = ''): Promise<SpaceReport> {
  for (let tries = 0; tries < 100; tries += 1) {
    const input = { params: { spaceId }, query: { folder } }
    const { report, progress } = await server.call(spaceReportEndpoints.spaceReport, input)
    if (report !== null && progress === null) return report
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the report did not come')
}

async function filesOf(spaceId: string): Promise<SpaceFile[]> {
  const query = { recursive: 'true', limit: 500 }
  return (await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })).items
}

function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

function naive(files: readonly SpaceFile[]) {
  const sum = (some: readonly SpaceFile[]) => ({
    files: some.length,
    bytes: some.reduce((all, { size }) => all + size, 0),
  })
  const images = files.filter(({ width }) => width !== null)
  const ranges = (edges: readonly number[], of: readonly SpaceFile[], value: (file: SpaceFile) => number) =>
    edges.map((minimum, index) => {
      const below = edges[index + 1] ?? null
      const within = of.filter((file) => value(file) >= minimum && (below === null || value(file) < below))
      return { minimum, below, ...sum(within) }
    })
  const groups = (key: (file: SpaceFile) => string) => [...Map.groupBy(files, key)]
  const extensionOf = ({ name }: SpaceFile) => /^.+\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const twins = groups(({ checksum }) => checksum ?? '').filter(([, some]) => some.length > 1)
  const wasted = twins.map(([, some]) => (some.length - 1) * some[0]!.size)
  return {
    ...sum(files),
    kinds: new Map(groups(({ kind }) => kind).map(([kind, some]) => [kind, sum(some)])),
    extensions: new Map(groups(extensionOf).map(([extension, some]) => [extension, sum(some)])),
    sizes: ranges(reportEdges.size, files, ({ size }) => size),
    images: images.length,
    widths: ranges(reportEdges.width, images, ({ width }) => width ?? 0),
    heights: ranges(reportEdges.height, images, ({ height }) => height ?? 0),
    aspects: ranges(reportEdges.aspect, images, ({ width, height }) => (width ?? 0) / (height ?? 1)),
    duplicates: {
      contents: twins.length,
      files: twins.reduce((all, [, some]) => all + some.length, 0),
      wastedBytes: wasted.reduce((all, bytes) => all + bytes, 0),
    },
    broken: sum(files.filter(({ broken }) => broken)),
  }
}

test('R3.08 a report says of random files what counting them one by one says', async () => {
  const next = random(7)
  const spaceId = await spaceWith(server, 'random', {})
  const extensions = ['png', 'PNG', 'jpg', 'txt', 'csv', 'zip', 'x y', 'überlang-und-noch-viel-länger', '']
  for (let index = 0; index < 70; index += 1) {
    const extension = extensions[next(extensions.length)] ?? ''
    const folder = ['', 'a/', 'a/b/', 'c/'][next(4)] ?? ''
    const path = `${folder}${['', '.', 'x.'][next(3)]}file ${index}${extension === '' ? '' : `.${extension}`}`
    const content = /png|jpg/i.test(extension)
      ? await bytesOf(picture(10 + next(900), 10 + next(700)).toFormat(next(2) === 0 ? 'png' : 'jpeg'))
      : text('x'.repeat(next(8) ** 5))
    await upload(server, { spaceId, path }, content)
  }
  for (const path of ['torn.png', 'c/torn.png']) {
    await upload(server, { spaceId, path }, new Uint8Array([137, 80, 78, 71, 1, 2, 3]))
  }
  await server.platform.jobs.settled()
  const files = await filesOf(spaceId)
  const report = await reportOf(spaceId)
  const { kinds, extensions: byExtension, duplicates, ...counted } = naive(files)
  expect(report).toMatchObject(counted)
  expect(new Map(report.kinds.map(({ kind, ...amount }) => [kind, amount]))).toEqual(kinds)
  const short = new Map([...byExtension].filter(([extension]) => extension.length <= 20))
  expect(new Map(report.extensions.map(({ extension, ...amount }) => [extension, amount]))).toEqual(short)
  expect(report.otherExtensions.files).toBe(files.length - [...short.values()].reduce((all, one) => all + one.files, 0))
  expect(report.otherExtensions.extensions).toBe(byExtension.size - short.size)
  expect(report.duplicates).toMatchObject(duplicates)
  expect(duplicates.contents).toBeGreaterThan(0)
  expect(report.scores).toBeNull()
  expect(report.periods).toEqual([expect.objectContaining({ files: files.length, bytes: counted.bytes })])
  const below = (folder: string) => files.filter(({ path }) => path.startsWith(`${folder}/`)).length
  expect(new Map(report.folders.map(({ path, files: all }) => [path, all]))).toEqual(
    new Map([
      ['a', below('a')],
      ['c', below('c')],
    ]),
  )
  expect(report.outsideFolders.files).toBe(files.filter(({ path }) => !path.includes('/')).length)

  const part = await reportOf(spaceId, 'a')
  const {
    kinds: _kinds,
    extensions: _extensions,
    duplicates: twins,
    ...inFolder
  } = naive(files.filter(({ path }) => path.startsWith('a/')))
  expect(part).toMatchObject({ ...inFolder, duplicates: twins })
})

test('R3.08 every number of a report finds as many files by the filter that it stands for', async () => {
  const spaceId = await spaceWith(server, 'filters', {
    'a.txt': text('same'),
    'b.txt': text('same'),
    'c.csv': text('x'.repeat(3_000)),
    'wide.png': await bytesOf(picture(800, 100).png()),
    'tall.png': await bytesOf(picture(100, 800).png()),
    'torn.png': new Uint8Array([137, 80, 78, 71, 1, 2, 3]),
  })
  await server.platform.jobs.settled()
  const report = await reportOf(spaceId)
  const count = async (query: Record<string, unknown>) =>
    (await server.call(fileEndpoints.countFiles, { params: { spaceId }, query: { recursive: 'true', ...query } })).files
  for (const { minimum, below, files } of report.sizes) {
    expect(await count({ minimumSize: minimum, ...(below === null ? {} : { maximumSize: below - 1 }) })).toBe(files)
  }
  for (const { minimum, below, files } of report.widths) {
    expect(await count({ minimumWidth: minimum, ...(below === null ? {} : { maximumWidth: below - 1 }) })).toBe(files)
  }
  for (const { minimum, below, files } of report.aspects) {
    expect(await count({ minimumAspect: minimum, ...(below === null ? {} : { belowAspect: below }) })).toBe(files)
  }
  for (const { extension, files } of report.extensions) expect(await count({ extension })).toBe(files)
  for (const { from, before, files } of report.periods) {
    expect(await count({ createdFrom: from, createdBefore: before })).toBe(files)
  }
  expect(await count({ duplicated: 'true' })).toBe(report.duplicates.files)
  expect(await count({ broken: 'true' })).toBe(report.broken.files)
})

test('R3.08 scores are told with their mean and standard deviation once files have them', async () => {
  const spaceId = await spaceWith(server, 'scored', {
    '1.txt': text('1'),
    '2.txt': text('2'),
    '3.txt': text('3'),
    '4.txt': text('4'),
  })
  expect((await reportOf(spaceId)).scores).toBeNull()
  const scores = { '1.txt': 0, '2.txt': 50, '3.txt': 100 }
  const rows = server.platform.database.query<{ files: { spaceId: string; name: string; score: number } }>()
  for (const [name, score] of Object.entries(scores)) {
    await rows.updateTable('files').set({ score }).where('spaceId', '=', spaceId).where('name', '=', name).execute()
  }
  await upload(server, { spaceId, path: '5.txt' }, text('5'))
  const report = await reportOf(spaceId)
  expect(report.scores).toMatchObject({ files: 3, mean: 50 })
  expect(report.scores?.standardDeviation).toBeCloseTo(100 * Math.sqrt(1 / 6), 10)
  expect(report.scores?.ranges.map(({ files }) => files)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 1])
})

test('R8.06 a report of a space or a folder that is not there is refused', async () => {
  const spaceId = await spaceWith(server, 'refused', { 'a/1.txt': text('1') })
  await expect(reportOf(spaceId, 'b')).rejects.toMatchObject({ reason: 'folder.not-found' })
  await expect(reportOf('none')).rejects.toMatchObject({ reason: 'space.not-found' })
  expect(await reportOf(spaceId, 'a')).toMatchObject({ files: 1 })
})
