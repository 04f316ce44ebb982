import { expect, test } from 'vitest'
import { loginSearch } from './login-search.ts'

test.each(['/', '/space/list?search=x', '/compute/tasks#here'])('a sign-in leads back to %s', (redirect) => {
  expect(loginSearch.parse({ redirect })).toEqual({ redirect })
})

test.each(['//elsewhere', '/\\elsewhere', '/\t/elsewhere', 'https://elsewhere', 'javascript:alert(1)', 'list', '', 5])(
  'it does not lead to %j',
  (redirect) => {
    expect(loginSearch.parse({ redirect })).toEqual({ redirect: undefined })
  },
)
