import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyImages, byPath, nearly } from '../testing/any-images.ts'
import { decoded, memoryFolder, memorySource, written } from '../testing/memory-folder.ts'
import { voc } from './codec.ts'

test('VOC: what is exported is imported the same to a thousandth of a pixel, class order and empty images too', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyImages({ kinds: ['box'], scores: false }),
      fc.boolean(),
      async ({ labels, images }, withImages) => {
        const { files, problems } = await written(voc.encode(memorySource(labels, images), { images: withImages }))
        expect(problems).toEqual([])
        const back = await decoded(voc, memoryFolder(files))
        if (images.length === 0) return
        expect(back.problems).toEqual([])
        expect(back.labels.map(({ name }) => name)).toEqual(labels.map(({ name }) => name))
        expect(byPath(back.images)).toEqual(nearly(byPath(images)))
        expect(back.files.every((file) => (file !== null) === withImages)).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})

const cvat = `<?xml version="1.0" encoding="utf-8"?>
<annotation>
  <folder></folder><filename>sub/a.jpg</filename>
  <source><database>Unknown</database><annotation>Unknown</annotation></source>
  <size><width>20</width><height>10</height><depth></depth></size>
  <object>
    <name>dog &amp; cat &constructor;</name><truncated>1</truncated><occluded>0</occluded><difficult>0</difficult>
    <bndbox><xmin>1.0</xmin><ymin>2.0</ymin><xmax>4.0</xmax><ymax>6.5</ymax></bndbox>
    <attributes><attribute><name>age</name><value>3</value></attribute></attributes>
  </object>
  <object><name>car</name><bndbox><xmin>5</xmin><ymin>2</ymin><xmax>4</xmax><ymax>6</ymax></bndbox></object>
  <object><name>car</name><bndbox><xmin>NaN</xmin><ymin>2</ymin><xmax>4</xmax><ymax>6</ymax></bndbox></object>
</annotation>`

test('VOC: an export of CVAT is read; bad objects are told with their line', async () => {
  const labelmap =
    '# label:color_rgb:parts:actions\nbackground:0,0,0::\ncar:128,0,0::\ndog & cat &constructor;:0,128,0::\n'
  const files = {
    'Annotations/sub/a.xml': cvat,
    'labelmap.txt': labelmap,
    'ImageSets/Main/val.txt': 'sub/a\n',
    'JPEGImages/sub/a.jpg': '',
  }
  const back = await decoded(voc, memoryFolder(files))
  expect(back.labels).toEqual([
    { name: 'car', colour: '#800000' },
    { name: 'dog & cat &constructor;', colour: '#008000' },
  ])
  const box = { x: 1, y: 2, width: 3, height: 4.5 }
  const shapes = [{ kind: 'box', box, labelIndex: 1, attributes: { truncated: true, age: 3 } }]
  expect(back.images).toEqual([{ path: 'sub/a.jpg', width: 20, height: 10, shapes, split: 'validation' }])
  expect(back.files).toEqual(['JPEGImages/sub/a.jpg'])
  expect(back.problems).toEqual([
    'Annotations/sub/a.xml:11: object 2: the box has no area (-1 × 4)',
    'Annotations/sub/a.xml:12: "xmin: NaN" is not a number',
  ])
})

test('R2.24 VOC: pixels from 1 name the first and the last pixel, and files that say so are read so', async () => {
  const shapes = [{ kind: 'box' as const, labelIndex: 0, box: { x: 0, y: 2, width: 4, height: 4.5 } }]
  const images = [{ path: 'b/a.jpg', width: 20, height: 10, shapes, split: 'test' as const }]
  const { files } = await written(
    voc.encode(memorySource([{ name: 'car' }], images), { layout: 'flat', firstPixel: 1 }),
  )
  const text = new TextDecoder().decode(files['b_a.xml'])
  expect(text).toContain('<xmin>1</xmin><ymin>3</ymin><xmax>4</xmax><ymax>6.5</ymax>')
  expect((await decoded(voc, memoryFolder(files))).images).toEqual([{ ...images[0], path: 'b_a.jpg' }])
  // As in VOC 2007; other tools count from 0 without stating it.
  const own = text.replace('Vermilion', 'The VOC2007 Database').replace('PASCAL VOC', 'PASCAL VOC2007')
  expect((await decoded(voc, memoryFolder({ 'a.xml': own }))).images[0]?.shapes).toEqual(shapes)
  const other = text.replace('PASCAL VOC', 'Unknown')
  const box = { x: 1, y: 3, width: 3, height: 3.5 }
  expect((await decoded(voc, memoryFolder({ 'a.xml': other }))).images[0]?.shapes).toEqual([{ ...shapes[0], box }])
})

test('R2.24 VOC: images of a list that have no annotations keep their split, whether they are there or not', async () => {
  const files = { 'ImageSets/Main/test.txt': 'x\nc\n', 'Annotations/b.xml': cvat, 'JPEGImages/x.jpg': '' }
  const facts = { width: 1, height: 1, shapes: [], unlabeled: true, split: 'test' }
  expect((await decoded(voc, memoryFolder(files))).images.slice(1)).toEqual([
    { path: 'x.jpg', ...facts },
    { path: 'c', ...facts },
  ])
})

test('VOC: annotations beside the images in folders of splits, as Roboflow lays them out, are read', async () => {
  const xml = '<annotation><filename>a.jpg</filename><size><width>4</width><height>4</height></size></annotation>'
  const back = await decoded(voc, memoryFolder({ 'valid/a.xml': xml, 'valid/a.jpg': '', 'train/b.jpg': '' }))
  expect(back.images).toEqual([
    { path: 'a.jpg', width: 4, height: 4, shapes: [], split: 'validation' },
    { path: 'b.jpg', width: 1, height: 1, shapes: [], split: 'train', unlabeled: true },
  ])
  expect(back.files).toEqual(['valid/a.jpg', 'train/b.jpg'])
})

test('VOC: documents that are none are left out with line and reason', async () => {
  const problemsOf = async (xml: string) => (await decoded(voc, memoryFolder({ 'a.xml': xml }))).problems
  expect(await problemsOf('<annotation>\n<object>\n</annotation>')).toEqual([
    'a.xml:3: not valid XML: </annotation> closes nothing',
  ])
  expect(await problemsOf('<annotation><size>')).toEqual(['a.xml:1: not valid XML: <size> is not closed'])
  expect(await problemsOf('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toEqual([
    'a.xml:1: not valid XML: a tag is not closed',
  ])
  expect(await problemsOf('no xml')).toEqual(['a.xml:1: not valid XML: there is not one outer element'])
  const sizeless = { 'a.xml': '<annotation><filename>b.jpg</filename></annotation>', 'b.jpg': 'no picture' }
  expect((await decoded(voc, memoryFolder(sizeless))).problems).toEqual([
    'a.xml: b.jpg: neither the file nor the image says how large the image is',
  ])
})

test('VOC: documents that are cut off or full of tags that never end are refused, however large', async () => {
  const problemsOf = async (xml: string) =>
    (await decoded(voc, memoryFolder({ 'a.xml': xml }, 64 * 1024))).problems.map((problem) => problem.slice(0, 60))
  const unclosed = 'not valid XML: a tag is not closed'
  expect(await problemsOf('<annotation></annotation><!-- more')).toEqual([`a.xml:1: ${unclosed}`])
  expect(await problemsOf('<annotation></annotation><?more')).toEqual([`a.xml:1: ${unclosed}`])
  expect(await problemsOf('<annotation>\n<size <width>4</width></annotation>')).toEqual([`a.xml:2: ${unclosed}`])
  expect(await problemsOf('<annotation></size></annotation>')).toEqual([
    'a.xml:1: not valid XML: </size> closes nothing',
  ])
  expect(await problemsOf('<annotation>\n&#0;</annotation>')).toEqual(['a.xml:2: not valid XML: &#0; is no character'])
  for (const tag of ['<!--', '<![CDATA[', '<?']) {
    expect(await problemsOf(`<annotation>${tag.repeat(2_000_000)}`)).toEqual([`a.xml:1: ${unclosed}`])
  }
})

test('R2.24 VOC: lists of classes without annotations are classes of whole images', async () => {
  const back = await decoded(
    voc,
    memoryFolder({
      'labelmap.txt': '# label:color_rgb:parts:actions\nbackground:::\ncat:::\ndog:::\n',
      'ImageSets/Main/train.txt': 'a\nb c\n',
      'ImageSets/Main/dog_train.txt': 'a  1\nb c  -1\n',
      'ImageSets/Main/cat_train.txt': 'a  0\nb c -1\n',
      'ImageSets/Main/background_train.txt': 'a 1\n',
      'JPEGImages/a.jpg': '',
    }),
  )
  expect(back.labels).toEqual([
    { name: 'cat', colour: '#800000' },
    { name: 'dog', colour: '#008000' },
  ])
  expect(back.images).toEqual([
    {
      path: 'a.jpg',
      width: 1,
      height: 1,
      split: 'train',
      shapes: [
        { kind: 'class', labelIndex: 0, attributes: { difficult: true } },
        { kind: 'class', labelIndex: 1 },
      ],
    },
    { path: 'b c', width: 1, height: 1, split: 'train', shapes: [] },
  ])
  expect(back.problems).toEqual([])
})
