import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyImages, byPath, nearly } from '../testing/any-images.ts'
import { decoded, memoryFolder, memorySource, written } from '../testing/memory-folder.ts'
import { flagsFirst, isSingleOutline } from '../testing/single-outlines.ts'
import { nearRing } from '../testing/near-ring.ts'
import { cvat } from './codec.ts'

test('R2.24 CVAT: what is exported is imported the same, classes of whole images before their shapes', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyImages({ kinds: ['box', 'polygon', 'mask', 'class'], scores: false }),
      async ({ labels, images }) => {
        fc.pre(images.every(isSingleOutline))
        const { files, problems } = await written(cvat.encode(memorySource(labels, images), { images: true }))
        expect(problems).toEqual([])
        const back = await decoded(cvat, memoryFolder(files))
        if (images.length === 0) return
        expect(back.problems).toEqual([])
        expect(back.labels).toEqual(labels)
        expect(byPath(back.images)).toEqual(nearly(byPath(images).map(flagsFirst)))
      },
    ),
    { numRuns: 60 },
  )
})

const document = `<?xml version="1.0" encoding="utf-8"?>
<annotations>
  <version>1.1</version>
  <meta><task><id>1</id><name>floor</name>
    <labels><label><name>dirt &amp; dust</name><color>#fa3253</color><type>any</type>
      <attributes><attribute><name>wet</name><mutable>False</mutable><input_type>checkbox</input_type><values>false</values></attribute></attributes></label>
    <label><name>floor</name><color>#33ddff</color></label></labels></task>
    <dumped>2026-01-01 00:00:00+00:00</dumped></meta>
  <image id="0" name="rooms/a.jpg" subset="Train" width="20" height="12">
    <tag label="floor" source="manual"></tag>
    <box label="dirt &amp; dust" source="manual" occluded="1" xtl="1.5" ytl="2.0" xbr="4.0" ybr="6.0" z_order="2" group_id="3"><attribute name="wet">true</attribute><attribute name="age">3</attribute></box>
    <polygon label="floor" source="file" occluded="0" points="0.00,0.00;10.00,0.00;10.00,5.50" z_order="1"></polygon>
    <mask label="floor" source="auto" occluded="0" rle="1, 2, 1, 2" left="3" top="4" width="3" height="2" z_order="3"></mask>
    <box label="floor" source="manual" occluded="0" xtl="8" ytl="9" xbr="12" ybr="11" rotation="90.0" z_order="4"></box>
    <ellipse label="floor" source="manual" occluded="0" cx="10" cy="6" rx="4" ry="2" rotation="90" z_order="5"></ellipse>
    <polyline label="floor" source="manual" occluded="0" points="0,0;1,1" z_order="0"></polyline>
    <box label="floor" xtl="8" ytl="9" xbr="8" ybr="11"></box>
    <mask label="floor" rle="1, 2" left="3" top="4" width="3" height="2"></mask>
    <mask label="floor" rle="0, 6" left="18" top="4" width="3" height="2"></mask>
    <box label="" xtl="1" ytl="1" xbr="2" ybr="2"></box>
  </image>
  <image id="1" name="b.jpg" width="20" height="12"></image>
</annotations>`

test('R2.24 CVAT: documents of its own are read: turns, order, attributes, groups; what cannot be taken is told by line', async () => {
  const back = await decoded(
    cvat,
    memoryFolder({ 'annotations.xml': document, 'images/Train/rooms/a.jpg': '', 'images/c.jpg': '' }),
  )
  expect(back.labels).toEqual([
    { name: 'dirt & dust', colour: '#fa3253' },
    { name: 'floor', colour: '#33ddff' },
  ])
  expect(back.files).toEqual(['images/Train/rooms/a.jpg', null, 'images/c.jpg'])
  const [first, second, third] = back.images
  expect(first).toMatchObject({ path: 'rooms/a.jpg', width: 20, height: 12, split: 'train' })
  const attributes = { occluded: true, wet: true, age: 3 }
  expect(first?.shapes).toEqual([
    { kind: 'class', labelIndex: 1 },
    { kind: 'polygon', labelIndex: 1, polygon: { rings: [[0, 0, 10, 0, 10, 5.5]] } },
    { kind: 'box', labelIndex: 0, box: { x: 1.5, y: 2, width: 2.5, height: 4 }, group: 3, attributes },
    { kind: 'mask', labelIndex: 1, mask: { x: 4, y: 4, width: 2, height: 2, counts: [0, 4] } },
    { kind: 'polygon', labelIndex: 1, polygon: { rings: [nearRing([11, 8, 11, 12, 9, 12, 9, 8])] } },
    { kind: 'polygon', labelIndex: 1, polygon: { rings: [expect.arrayContaining([expect.closeTo(10, 2)])] } },
  ])
  expect(second).toEqual({ path: 'b.jpg', width: 20, height: 12, shapes: [] })
  expect(third).toEqual({ path: 'c.jpg', width: 1, height: 1, shapes: [], unlabeled: true })
  expect(back.problems).toEqual([
    'annotations.xml:16: polyline 7: shapes of type polyline are not taken',
    'annotations.xml:17: box 8: the box has no area (0 × 2)',
    'annotations.xml:18: mask 9: the RLE counts of the mask do not fill 3 × 2',
    'annotations.xml:19: mask 10: the mask is 3 × 2, its image is not',
    'annotations.xml:20: box 11: it has no class',
  ])
})

test('R2.24 CVAT: a document that ends too early gives nothing at all', async () => {
  const cutOff = document.slice(0, document.indexOf('<image id="1"'))
  const back = await decoded(cvat, memoryFolder({ 'annotations.xml': cutOff, 'images/Train/rooms/a.jpg': '' }))
  expect(back.images).toEqual([
    { path: 'rooms/a.jpg', width: 1, height: 1, shapes: [], unlabeled: true, split: 'train' },
  ])
  expect(back.problems).toEqual(['annotations.xml:22: not valid XML: <annotations> is not closed'])
  const entity = '<!DOCTYPE a [<!ENTITY b "c">]><annotations><image name="&b;" width="1" height="1"/></annotations>'
  expect((await decoded(cvat, memoryFolder({ 'a.xml': entity }))).problems).toEqual([
    'a.xml:1: not valid XML: declarations of its own are not read',
  ])
  const deep = `<annotations>${'<a>'.repeat(5_000)}`
  expect((await decoded(cvat, memoryFolder({ 'a.xml': deep }, 4_096))).problems).toEqual([
    'a.xml:1: not valid XML: too deep',
  ])
})

test('R2.24 CVAT: outlines with holes are written as masks, and that is told', async () => {
  const rings = [
    [0, 0, 6, 0, 6, 6, 0, 6],
    [2, 2, 4, 2, 4, 4, 2, 4],
  ]
  const image = {
    path: 'a.jpg',
    width: 8,
    height: 8,
    shapes: [{ kind: 'polygon' as const, labelIndex: 0, polygon: { rings } }],
  }
  const { files, problems } = await written(cvat.encode(memorySource([{ name: 'a' }], [image])))
  expect(problems).toMatchObject([{ file: 'a.jpg', reason: 'parts-as-mask' }])
  const back = await decoded(cvat, memoryFolder(files))
  expect(back.images[0]?.shapes).toMatchObject([{ kind: 'mask', mask: { x: 0, y: 0, width: 6, height: 6 } }])
})
