import { expect, test } from 'vitest'
import { nvidiaReadings } from './nvidia.ts'

const mebibytes = (count: number) => count * 1024 ** 2

test('R1.08 what a card does is read as drivers word it', () => {
  const datacentre = [
    '0, NVIDIA H100 80GB HBM3, 87, 40536, 81559, 61, 412.37, 700.00',
    '1, NVIDIA H100 80GB HBM3, 0, 4, 81559, 34, 68.02, 700.00',
  ].join('\n')
  expect(nvidiaReadings(datacentre)).toEqual([
    {
      index: 0,
      vendor: 'nvidia',
      name: 'NVIDIA H100 80GB HBM3',
      utilization: 0.87,
      memoryUsed: mebibytes(40_536),
      memoryTotal: mebibytes(81_559),
      temperature: 61,
      power: 412.37,
      powerLimit: 700,
    },
    expect.objectContaining({ index: 1, utilization: 0, temperature: 34 }),
  ])
})

test.each([
  ['before 440', '0, GeForce GTX 1050 Ti, 12, 310, 4040, 54, [Not Supported], [Not Supported]'],
  ['from 440 on', '0, NVIDIA GeForce GTX 1050 Ti, 12, 310, 4040, 54, [N/A], [N/A]'],
  ['of a card that is failing', '0, NVIDIA GeForce GTX 1050 Ti, 12, 310, 4040, 54, [Unknown Error], ERR!'],
])('R1.08 what a driver %s cannot tell is not known', (_which, line) => {
  expect(nvidiaReadings(`${line}\n`)).toMatchObject([
    { utilization: 0.12, memoryUsed: mebibytes(310), temperature: 54, power: null, powerLimit: null },
  ])
})

test('R1.08 a card in parts, one with shared memory, and complaints', () => {
  expect(nvidiaReadings('0, NVIDIA A100-SXM4-40GB, [N/A], 19, 40960, 31, 46.10, 400.00')).toMatchObject([
    { utilization: null, memoryUsed: mebibytes(19), power: 46.1 },
  ])
  expect(nvidiaReadings('0, NVIDIA GB10, 3, [N/A], [N/A], 41, 11.92, [N/A]')).toMatchObject([
    { name: 'NVIDIA GB10', memoryUsed: null, memoryTotal: null, powerLimit: null },
  ])
  const complaints = [
    'Unable to determine the device handle for GPU0000:01:00.0: GPU has fallen off the bus.',
    'Field "power.limit" is not a valid field to query.',
    'No devices were found',
    '',
  ]
  for (const complaint of complaints) expect(nvidiaReadings(complaint)).toEqual([])
})
