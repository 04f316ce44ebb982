import { expect, test } from 'vitest'
import { dateOf, numberOf, restJobOf, waitStatusOf, wordsOf } from './rest-shapes.ts'

const order = { nodes: '1-2', mem: '300M', time: '2', gres: 'gpu:a100:1', 'open-mode': 'append', qos: undefined }

test('numbers, states, times and exits are read as versions v0.0.38 to v0.0.43 write them', () => {
  expect([7, { set: true, infinite: false, number: 7 }, { set: false, number: 7 }, null].map(numberOf)).toEqual([
    7, 7, 0, 0,
  ])
  expect(['RUNNING', ['RUNNING', 'COMPLETING']].map((state) => wordsOf(state)[0])).toEqual(['RUNNING', 'RUNNING'])
  expect([wordsOf('main,urgent'), wordsOf(['main'])]).toEqual([['main', 'urgent'], ['main']])
  expect([0, { set: false, number: 0 }, 1].map(dateOf)).toEqual([null, null, new Date(1_000)])
  const code = { status: ['ERROR'], return_code: { set: true, number: 7 }, signal: { id: { set: false, number: 0 } } }
  const signal = { return_code: { set: false, number: 0 }, signal: { id: { set: true, number: 9 }, name: 'KILL' } }
  expect([1_792, code, signal, { return_code: 7, signal: { signal_id: 0 } }].map(waitStatusOf)).toEqual([
    1_792, 1_792, 9, 1_792,
  ])
})

test('a job is described as the version wants it', () => {
  const sent = (version: number): unknown => JSON.parse(JSON.stringify(restJobOf(order, '/bin', version)))
  expect(sent(38)).toEqual({
    nodes: [1, 2],
    memory_per_node: 300,
    time_limit: 2,
    gres: 'gpu:a100:1',
    environment: { PATH: '/bin' },
    open_mode: 'append',
  })
  const later = {
    minimum_nodes: 1,
    maximum_nodes: 2,
    memory_per_node: { set: true, number: 300 },
    time_limit: { set: true, number: 2 },
    environment: ['PATH=/bin'],
    open_mode: ['APPEND'],
  }
  expect(sent(39)).toEqual({ ...later, tres_per_node: 'gres:gpu:a100:1' })
  expect(sent(40)).toEqual({ ...later, tres_per_node: 'gres/gpu:a100:1' })
})
