import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyImages, byPath, nearly } from '../testing/any-images.ts'
import { decoded, memoryFolder, memorySource, written } from '../testing/memory-folder.ts'
import { csv } from './codec.ts'
import { csvLine, csvRecords } from './records.ts'

test('CSV: what is exported is imported the same, labels of every kind, tags and empty images too', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyImages({ kinds: ['box', 'polygon', 'mask', 'class'] }),
      fc.nat(60),
      async ({ labels, images }, chunk) => {
        const { files, problems } = await written(csv.encode(memorySource(labels, images), { images: true }))
        expect(problems).toEqual([])
        const back = await decoded(csv, memoryFolder(files, chunk + 1))
        expect(back.problems).toEqual([])
        expect(back.labels).toEqual(labels)
        expect(byPath(back.images)).toEqual(nearly(byPath(images)))
        expect(back.files.every((file) => file !== null)).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})

test('CSV: images of an undivided dataset are found by their folders where their names occur twice', async () => {
  const shapes = [{ kind: 'class', labelIndex: 0 } as const]
  const images = ['a/x.jpg', 'b/x.jpg'].map((path) => ({ path, width: 2, height: 2, shapes }))
  const { files } = await written(csv.encode(memorySource([{ name: 'cat' }], images), { images: true }))
  const back = await decoded(csv, memoryFolder(files))
  expect(back).toMatchObject({ images, files: ['images/default/a/x.jpg', 'images/default/b/x.jpg'], problems: [] })
})

test('CSV: rows are read as they were written, whatever is in them and wherever a chunk ends', async () => {
  const rows = fc.array(
    fc.array(fc.oneof(fc.string(), fc.constantFrom('a,b', 'a"b', 'x\ny', '', '图')), { minLength: 2, maxLength: 4 }),
    { minLength: 1 },
  )
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 20 }), async (some, size) => {
      const bytes = new TextEncoder().encode(
        `a,b,c\n${some.map((row) => csvLine(row, { isGuarded: false, end: '\n' })).join('')}`,
      )
      async function* chunks() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
      }
      const read: string[][] = []
      for await (const records of csvRecords(chunks())) read.push(...records.map(({ fields }) => fields))
      expect(read.slice(1)).toEqual(some)
    }),
  )
})

test('CSV: tables of TensorFlow and Roboflow, and rows without names, are read, also when the rows of an image are scattered', async () => {
  const table = `filename,width,height,class,xmin,ymin,xmax,ymax
a.jpg,20,10,cat,1,2,4,6
b.jpg,20,10,dog,1,2,4,6
a.jpg,20,10,dog,0,0,x,6
a.jpg,20,10,dog,5,0,4,6
a.jpg,20,10,dog,0,0,4,6\r
`
  const back = await decoded(csv, memoryFolder({ 'valid/_annotations.csv': table, 'valid/a.jpg': '' }))
  expect(back.labels).toEqual([{ name: 'cat' }, { name: 'dog' }])
  expect(back.images).toEqual([
    {
      path: 'a.jpg',
      width: 20,
      height: 10,
      split: 'validation',
      shapes: [
        { kind: 'box', labelIndex: 0, box: { x: 1, y: 2, width: 3, height: 4 } },
        { kind: 'box', labelIndex: 1, box: { x: 0, y: 0, width: 4, height: 6 } },
      ],
    },
    {
      path: 'b.jpg',
      width: 20,
      height: 10,
      split: 'validation',
      shapes: [{ kind: 'box', labelIndex: 1, box: { x: 1, y: 2, width: 3, height: 4 } }],
    },
  ])
  expect(back.files).toEqual(['valid/a.jpg', null])
  expect(back.problems).toEqual([
    'valid/_annotations.csv:4: "x" is not a number',
    'valid/_annotations.csv:5: dog: the box has no area (-1 × 6)',
  ])
  const described = 'filename,class,attributes\na.jpg,cat,null\na.jpg,dog,none\n'
  const { problems } = await decoded(csv, memoryFolder({ 'a.csv': described, 'a.jpg': '' }))
  expect(problems.map((problem) => problem.slice(0, 36))).toEqual(['a.csv:3: dog: the attribute * is lef'])
  const bare = await decoded(
    csv,
    memoryFolder({ 'a.csv': 'x/a.jpg,1,2,4,6,cat\nx/b.jpg,,,,,\n' }, 9, async () => ({ width: 9, height: 8 })),
  )
  expect(bare.images.map(({ path, shapes }) => [path, shapes.length])).toEqual([
    ['x/a.jpg', 1],
    ['x/b.jpg', 0],
  ])
  const classes = await decoded(csv, memoryFolder({ 'a.csv': 'image;label\na.jpg;cat\n' }))
  expect(classes.images).toEqual([{ path: 'a.jpg', width: 1, height: 1, shapes: [{ kind: 'class', labelIndex: 0 }] }])
})

test('CSV: what is no table is left out with its reason', async () => {
  const problemsOf = async (text: string | Uint8Array, more = {}) =>
    (await decoded(csv, memoryFolder({ 'a.csv': text, ...more }))).problems
  expect(await problemsOf('one,two,three\n1,2,3\n')).toEqual(['a.csv:1: there is no column filename, class'])
  expect(await problemsOf('')).toEqual(['a.csv: there is no column filename, class'])
  expect(await problemsOf('filename,class\na.jpg,"cat\n')).toEqual([
    'a.csv:2: not a valid table: a quote is not closed',
  ])
  expect(await problemsOf(Uint8Array.of(0x61, 0xff, 0x0a))).toEqual([
    'a.csv:1: not a valid table: its text is neither UTF-8 nor UTF-16 nor GB18030',
  ])
  expect(
    await problemsOf('filename,class,xmin,ymin,xmax,ymax\na.jpg,cat,1,2,3,4\n', { 'a.jpg': 'no picture' }),
  ).toEqual(['a.csv:2: a.jpg: neither the file nor the image says how large the image is'])
  expect(await problemsOf('filename,class,runs\na.jpg,cat,04\n')).toEqual([
    'a.csv:2: a.jpg: neither the file nor the image says how large the image is',
  ])
})
