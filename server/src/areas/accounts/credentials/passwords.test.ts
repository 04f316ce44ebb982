import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

test('without a hash no password is right, not even the one that is compared against in its place', async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash('right')
  expect(await passwords.isRight('right', hash, false)).toBe(true)
  expect(await passwords.isRight('wrong', hash, true)).toBe(false)
  for (const password of ['', 'right']) expect(await passwords.isRight(password, undefined, false)).toBe(false)
})
