import { expect, test } from 'vitest'
import { readLabelsFile } from './label-names.ts'

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
