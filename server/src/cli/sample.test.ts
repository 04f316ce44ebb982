import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSample } from './sample.ts'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vermilion-sample-'))
})
afterAll(() => rm(root, { recursive: true }))

describe('vermilion sample', () => {
  test('writes what it was asked for and says so', async () => {
    const lines: string[] = []
    await runSample({ output: join(root, 'cli'), count: 3, seed: 4, size: '64x80', format: 'yolo' }, (line) =>
      lines.push(line),
    )
    expect(lines.at(-1)).toMatch(/^3 images with \d+ boxes in .*\(yolo, seed 4\)$/)
    const files = await readdir(join(root, 'cli/images'), { recursive: true })
    expect(files.filter((file) => file.endsWith('.jpg'))).toHaveLength(3)
  })

  test.each([{ size: 'big' }, { size: '8x8' }, { count: 0 }])('refuses %j and names the option', async (wrong) => {
    const option = Object.keys(wrong)[0] === 'count' ? '--count' : '--(size|width)'
    await expect(runSample({ output: join(root, 'never'), ...wrong }, () => {})).rejects.toThrow(new RegExp(option))
  })
})
