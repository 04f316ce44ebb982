import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { dataPaths } from '#platform/data-folder'
import { addressOf, describeMoves } from './testing/moves.ts'

describeMoves('a move that is killed goes on', (moved) => {
  const { command, expectAll, put, stored } = moved

  test('killed in the middle, the command and the server go on where they were', async () => {
    await put(150)
    const main = fileURLToPath(new URL('main.ts', import.meta.url))
    const copy = ['blobs', 'copy', '--to', addressOf(moved.access)]
    for (let kills = 0; kills < 3; kills += 1) {
      const present = (await stored()).size
      const child = spawn(process.execPath, [main, ...copy], {
        env: { ...process.env, ...moved.variables, VERMILION_DATA: moved.data },
      })
      await expect.poll(async () => (await stored()).size > present || child.exitCode !== null).toBe(true)
      child.kill('SIGKILL')
      await put(20)
    }
    // The server is killed while it does the rest, which goes on after its start.
    const rest = command(copy)
    const order = dataPaths(moved.data).blobMove
    await expect.poll(() => existsSync(order), { interval: 20 }).toBe(true)
    await moved.server.kill()
    await moved.server.start()
    await put(10)
    expect(await rest).toMatchObject({ status: 0 })
    expect(existsSync(order)).toBe(false)
    await rm(join(moved.data, 'blobs'), { recursive: true })
    await expectAll()
    expect(await command(['doctor', '--deep'])).toMatchObject({ status: 0 })
  })
})
