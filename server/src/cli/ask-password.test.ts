import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askPassword } from './ask-password.ts'

function terminal(...typed: string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let visible = ''
  output.on('data', (part) => {
    visible += String(part)
    const next = String(part).endsWith(': ') ? typed.shift() : undefined
    if (next !== undefined) setImmediate(() => input.write(next))
  })
  return { input, output, shown: () => visible }
}

test('a password is asked for twice and never shown', async () => {
  const screen = terminal('sEcret phrase\r', 'sEcret phrase\r')
  expect(await askPassword(screen, 'ann')).toBe('sEcret phrase')
  expect(screen.shown()).toBe('New password of ann: \nThe same again: \n')
})

test('two that differ change nothing, and neither does Ctrl+C', async () => {
  await expect(askPassword(terminal('one password\r', 'another one\r'), 'ann')).rejects.toThrow('differ')
  await expect(askPassword(terminal('half\u0003'), 'ann')).rejects.toThrow('No password was given')
})
