import { expect, test } from 'vitest'
import { processorTimeOf } from '../../../testing/processor-time.ts'
import { failureOf, sayFailure } from './failure.ts'
import { reason } from './reasons.ts'

const waitForEnd = (code: number, log = '', more: { signal?: string; outOfMemory?: boolean } = {}) =>
  failureOf({
    why: reason('exit-code', { code }),
    exit: { code, signal: more.signal ?? null, outOfMemory: more.outOfMemory ?? null },
    log,
    timeLimitSeconds: null,
  })

test.each([
  ['out-of-memory', waitForEnd(137, '', { signal: 'SIGKILL', outOfMemory: true })],
  ['killed', waitForEnd(137, 'epoch 3', { signal: 'SIGKILL' })],
  [
    'out-of-memory',
    waitForEnd(134, 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'),
  ],
  ['accelerator-memory', waitForEnd(1, 'torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB')],
  ['accelerator', waitForEnd(1, 'RuntimeError: No CUDA GPUs are available')],
  ['missing-module', waitForEnd(1, "ModuleNotFoundError: No module named 'torch'")],
  ['missing-file', waitForEnd(1, "FileNotFoundError: [Errno 2] No such file or directory: '/data/a.yaml'")],
  ['disk-full', waitForEnd(1, 'OSError: [Errno 28] No space left on device')],
  ['not-permitted', waitForEnd(1, "PermissionError: [Errno 13] Permission denied: '/root'")],
  ['usage', waitForEnd(2, 'train.py: error: unrecognized arguments: --epoch 3')],
  ['missing-program', waitForEnd(127, '')],
  ['crash', waitForEnd(139, 'epoch 1', { signal: 'SIGSEGV' })],
  ['exit-code', waitForEnd(7, 'no good')],
])('a crash is told as %s', (cause, failure) => {
  expect(failure.cause).toBe(cause)
  for (const language of ['en-US', 'zh-CN'] as const) {
    expect(sayFailure(failure, language).likelyCause).not.toMatch(/\{\w+\}|^$/)
  }
})

test('the last lines are plain and few, whatever the log holds', () => {
  const colours = `\u001b[31mred\u001b[0m\u0007\nhalf\rwhole ${'x'.repeat(5_000)}\n\n\u0000\u0001binary\n`
  const { lastLines } = waitForEnd(1, 'line\n'.repeat(50) + colours)
  expect(lastLines).toHaveLength(10)
  expect(lastLines.at(-3)).toBe('red')
  expect(lastLines.at(-2)).toMatch(/^whole x{294}…$/)
  expect(lastLines.at(-1)).toBe('  binary')
})

test.each([
  ['start', 'spawn E2BIG'],
  ['image', 'the image registry/none:1 could not be fetched: not found'],
  ['accelerator', 'there is no accelerator 3 on this machine'],
  ['missing-program', 'there is no program /nowhere/trainer'],
])('a start that failed is told as %s', (cause, detail) => {
  const why = reason('start-failed', { detail })
  expect(failureOf({ why, exit: null, log: '', timeLimitSeconds: null }).cause).toBe(cause)
})

test('a registry that was not found is told with what to do about it', () => {
  const detail = 'the image registy.example/team/trainer:1 could not be fetched: no such host'
  const failed = failureOf({ why: reason('registry-unknown', { detail }), exit: null, log: '', timeLimitSeconds: null })
  expect(sayFailure(failed, 'en-US').likelyCause).toMatch(/check the address of the image \(.*registy\.example/)
  expect(sayFailure(failed, 'zh-CN').likelyCause).toContain('请检查镜像地址')
})

test.each(['CUDA', 'word', 'No such file ', 'ImportError: ', 'usage: ', '\u001b[3', '\u001b]', ' \r', '(', 'a: '])(
  'R2.22 an endless line of %j holds nobody up',
  async (part) => {
    const log = part.repeat(65_536 / part.length)
    expect(await processorTimeOf(() => waitForEnd(1, log))).toBeLessThan(250)
  },
)
