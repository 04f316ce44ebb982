import { expect, test } from 'vitest'
import { partsOf } from './form-values.ts'

test('an address copied from a terminal is taken apart, and a plain one is left as it is', () => {
  expect(partsOf('pi@board.local:2222')).toEqual({ host: 'board.local', username: 'pi', port: 2222 })
  expect(partsOf('ssh -p 2222 pi@board')).toEqual({ host: 'board', username: 'pi', port: 2222 })
  expect(partsOf('ssh root@10.0.0.5')).toEqual({ host: '10.0.0.5', username: 'root' })
  expect(partsOf('root@[fe80::1]:22')).toEqual({ host: 'fe80::1', username: 'root', port: 22 })
  expect(partsOf('board.local')).toBeUndefined()
  expect(partsOf('fe80::1')).toBeUndefined()
  expect(partsOf('pi@')).toBeUndefined()
})
