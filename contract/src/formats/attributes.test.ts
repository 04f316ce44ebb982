import { expect, test } from 'vitest'
import { csv } from './csv/codec.ts'
import { labelme } from './labelme/codec.ts'
import { decoded, memoryFolder } from './testing/memory-folder.ts'
import { voc } from './voc/codec.ts'

const because = 'is left out: it is neither a text of at most 1000 characters nor a number nor yes or no'

test('R2.24 LabelMe: an attribute that cannot be read costs the shape no other', async () => {
  const attributes = { wild: true, seen: ['a'], size: null }
  const shape = {
    label: 'dog',
    shape_type: 'rectangle',
    points: [
      [1, 2],
      [4, 5],
    ],
    attributes,
  }
  const document = { imagePath: 'a.jpg', imageWidth: 20, imageHeight: 10, shapes: [shape] }
  const back = await decoded(labelme, memoryFolder({ 'a.json': JSON.stringify(document) }))
  expect(back.images[0]?.shapes).toMatchObject([{ attributes: { wild: true } }])
  expect(back.problems).toEqual([`a.json: shape 1: the attribute seen ${because}`])
})

test('R2.24 CSV: an attribute that cannot be read is told with its line and costs the shape no other', async () => {
  const rows = [
    'filename,width,height,class,xmin,ymin,xmax,ymax,attributes',
    'a.jpg,20,10,dog,1,2,4,5,"{""wild"":true,""seen"":[1]}"',
    'a.jpg,20,10,dog,1,2,4,6,wild',
  ]
  const back = await decoded(csv, memoryFolder({ 'labels.csv': rows.join('\n') }))
  expect(back.images[0]?.shapes.map(({ attributes }) => attributes)).toEqual([{ wild: true }, undefined])
  expect(back.problems).toEqual([
    `labels.csv:2: dog: the attribute seen ${because}`,
    `labels.csv:3: dog: the attribute * ${because}`,
  ])
})

test('R2.24 VOC: an attribute that cannot be read is told with its line and costs the shape no other', async () => {
  const attributeXml = (name: string, value: string) =>
    `<attribute><name>${name}</name><value>${value}</value></attribute>`
  const box = '<bndbox><xmin>1</xmin><ymin>2</ymin><xmax>4</xmax><ymax>5</ymax></bndbox>'
  const text = [
    '<annotation><filename>a.jpg</filename><size><width>20</width><height>10</height></size>',
    `<object><name>dog</name>${box}<attributes>${attributeXml('age', '3')}${attributeXml('note', 'x'.repeat(1_001))}</attributes></object>`,
    '</annotation>',
  ].join('\n')
  const back = await decoded(voc, memoryFolder({ 'Annotations/a.xml': text }))
  expect(back.images[0]?.shapes).toMatchObject([{ attributes: { age: 3 } }])
  expect(back.problems).toEqual([`Annotations/a.xml:2: object 1: the attribute note ${because}`])
})
