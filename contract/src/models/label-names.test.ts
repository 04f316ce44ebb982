import { expect, test } from 'vitest'
import { readLabelsFile, readLabelsLine } from './label-names.ts'

const labels = ['red', 'traffic light']

test.each([
  ['lines', 'red\r\ntraffic light\n\n'],
  ['a list in JSON', '["red", "traffic light"]'],
  ['a map in JSON', '{"1": "traffic light", "0": "red"}'],
  ['a configuration of transformers', '{"id2label": {"0": "red", "1": "traffic light"}, "label2id": {"red": 0}}'],
  ['a map in YAML', 'path: yard\nnames:\n  0: red\n  # both\n  1: "traffic light"\nnc: 2\n'],
  ['a list in YAML', "nc: 2\nnames:\n- red\n- 'traffic light'\n"],
  ['one line of YAML', "nc: 2\nnames: ['red', 'traffic light']\n"],
  ['a literal of Python', "{0: 'red', 1: 'traffic light'}"],
])('R3.12 labels are read from %s', (_, text) => {
  expect(readLabelsFile(text)).toEqual(labels)
})

test.each(['', '{}', '{"a": 1}', '[1, 2]', '{"0": "red", "2": "blue"}'])('there are none in %s', (text) => {
  expect(readLabelsFile(text)).toBeUndefined()
})

test.each(['red, traffic light', 'red;traffic light', 'red\ntraffic light\n'])(
  'R3.12 a line %j of metadata has them',
  (text) => {
    expect(readLabelsLine(text)).toEqual(labels)
  },
)

test.each(['red', "['red', 'blue'", ''])('a line %j has none', (text) => {
  expect(readLabelsLine(text)).toBeUndefined()
})

test('R3.12 categories of COCO are read by their names', () => {
  expect(readLabelsFile('{"categories": [{"id": 1, "name": "red"}, {"id": 2, "name": "traffic light"}]}')).toEqual(
    labels,
  )
})
