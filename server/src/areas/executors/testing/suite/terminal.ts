import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Terminal } from '#platform/terminals/terminal'
import type { Subject } from '../harness.ts'

const lasting = 'echo up; while :; do sleep 0.1; done'

export function terminalTests(subject: () => Subject): void {
  test('R4.02 a terminal is in the folder, the environment and the size that it should be', async ({ skip }) => {
    const { executor, bench } = subject()
    skip(!executor.capabilities.terminal, 'there are no terminals here')
    const handle = await executor.start(bench.shell('shell', lasting), 'run')
    await bench.says(handle, 'up')
    const terminal = await executor.open(handle, bench.nameOf(handle), { columns: 91, rows: 33 })
    const screen = screenOf(terminal)
    terminal.write('stty -echo; PS1=; echo "$DECLARED $((6 * 7)) 火 $(pwd)"\n')
    await screen.shows(`yes 42 火 ${bench.spec('any', ['/any']).workingFolder}`)
    terminal.write('stty size\n')
    await screen.shows('33 91')
    terminal.resize(120, 40)
    // Over a network the size may come after what is typed.
    const asking = setInterval(() => terminal.write('stty size\n'), 500)
    await screen.shows('40 120').finally(() => clearInterval(asking))
    terminal.write('exit 4\n')
    expect(await terminal.exit).toMatchObject({ code: 4 })
    expect((await executor.status(handle)).phase).toBe('running')
    await executor.stop(handle, { graceSeconds: 0.2 })
  })

  test('R4.02 a terminal runs a command exactly, holds its data while paused, and gives it all', async ({ skip }) => {
    const { executor, bench } = subject()
    skip(!executor.capabilities.terminal, 'there are no terminals here')
    const handle = await executor.start(bench.shell('flow', lasting), 'run')
    await bench.says(handle, 'up')
    const argv = ['/bin/sh', '-c', 'printf %s "$1"; seq 300000; echo over; read -r _', 'sh', '$(id) "; `id`'] as const
    const terminal = await executor.open(handle, bench.nameOf(handle), { columns: 80, rows: 24, argv })
    const screen = screenOf(terminal)
    await screen.shows('$(id) "; `id`')
    terminal.pause()
    await sleep(150)
    const stoppedSize = screen.size()
    await sleep(250)
    expect(screen.size()).toBe(stoppedSize)
    terminal.resume()
    await screen.shows('300000\r\nover')
    expect(screen.size()).toBeGreaterThan(2_000_000)
    terminal.write('\n')
    expect((await terminal.exit).code).toBe(0)
    await executor.stop(handle, { graceSeconds: 0.2 })
  })

  test('R4.02 a terminal ends when it is hung up, and with its run', async ({ skip }) => {
    const { executor, bench } = subject()
    skip(!executor.capabilities.terminal, 'there are no terminals here')
    const handle = await executor.start(bench.shell('hangup', lasting), 'run')
    await bench.says(handle, 'up')
    const name = bench.nameOf(handle)
    const [first, second] = await Promise.all([
      executor.open(handle, name, { columns: 80, rows: 24 }),
      executor.open(handle, name, { columns: 80, rows: 24 }),
    ])
    first.kill()
    await first.exit
    await executor.stop(handle, { graceSeconds: 0.2 })
    await second.exit
    await expect(executor.open(handle, name, { columns: 80, rows: 24 })).rejects.toThrow('not running')
  })
}

function screenOf(terminal: Terminal) {
  const parts: Buffer[] = []
  let size = 0
  terminal.onData((bytes) => {
    size += bytes.length
    parts.push(bytes)
  })
  return {
    size: () => size,
    async shows(text: string) {
      while (!Buffer.concat(parts.slice(-400)).toString().includes(text)) await sleep(20)
    },
  }
}
