import type { Page } from '@playwright/test'
import { accountEndpoints } from '../contract/src/accounts.ts'
import { basePath } from '../contract/src/kernel/endpoint.ts'
import { eachOnce } from './support/screen/looks.ts'
import { enter, prefer, signIn } from './support/screen/screen.ts'
import { password } from './support/server/session.ts'
import { expect, test } from './support/story.ts'
import { callFromPage, keepDiary, watchCalls } from './support/screen/watch.ts'

const words = {
  'zh-CN': {
    language: 'zh-cn',
    expired: '登录信息失效，请重新登录',
    logout: '退出登录',
    signedOut: '退出登录成功',
    refused: '用户名或密码错误',
    space: '数据空间',
    hung: '服务器 30 秒内没有响应',
    away: '无法连接服务器',
  },
  'en-US': {
    language: 'en-us',
    expired: 'Login information expired, please log in again',
    logout: 'Log out',
    signedOut: 'Logout successful',
    refused: 'Invalid username or password',
    space: 'Data Space',
    hung: 'The server did not answer within 30 seconds',
    away: 'The server cannot be reached',
  },
} as const

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

/** Ends the session on the server, as another program would. */
async function revoke(token: string | null, address: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const { status } = await fetch(`${address}${basePath}${accountEndpoints.logout.path}`, { method: 'POST', headers })
  expect(status).toBe(200)
}

for (const { lang, theme } of eachOnce) {
  const text = words[lang]

  test(`R7.01 R7.02 R7.04 R9.01 what every request carries, ${lang} ${theme}`, async ({ page }) => {
    await prefer(page, { lang, theme })
    const calls = watchCalls(page)
    await signIn(page)
    await page.goto('/space/list')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const login = calls.find((call) => call.url().endsWith('/api/v1/login/login'))
    expect(login?.method()).toBe('POST')
    expect(login?.postDataJSON()).toEqual({ username: 'admin', password })
    const token = await tokenOf(page)
    await expect.poll(() => calls.length).toBeGreaterThan(4)
    const ids = new Set<string>()
    for (const call of calls) {
      const headers = await call.allHeaders()
      expect(headers).toMatchObject({ sourceapp: 'vermilion-console', language: text.language })
      expect(headers['x-request-id']).toMatch(/^[\w-]{21}$/)
      expect(headers['authorization']).toBe(call === login ? undefined : `Bearer ${token}`)
      ids.add(headers['x-request-id'] ?? '')
    }
    expect(ids.size).toBe(calls.length)
  })

  test(`R4.09 R7.04 R8.11 R9.01 signing out: token gone, said so, and to /login after 500 ms, ${lang} ${theme}`, async ({
    page,
    server,
  }) => {
    await prefer(page, { lang, theme })
    const diary = await keepDiary(page)
    const calls = watchCalls(page)
    await enter(page, server)
    await page.goto('/welcome')
    await page.getByRole('button', { name: text.logout }).click()
    await expect(page.getByText(text.signedOut, { exact: true })).toBeVisible()
    expect(await tokenOf(page)).toBeNull()
    await expect(page).toHaveURL(/\/login$/)
    const { messages, ways, endedAt } = await diary()
    const signOutMessages = messages.filter((message) => message.words === text.signedOut)
    expect(signOutMessages).toHaveLength(1)
    expect(ways.at(-1)?.path).toBe('/login')
    // The wait starts when the token expires; a busy browser shows the message later.
    expect((ways.at(-1)?.at ?? 0) - endedAt).toBeGreaterThanOrEqual(499)
    const logout = calls.find((call) => call.url().endsWith('/api/v1/login/logout'))
    expect([logout?.method(), logout?.postData()]).toEqual(['POST', null])
    await page.goto('/welcome')
    await expect(page).toHaveURL(/\/login\?redirect=/)
  })

  test(`R8.01 R9.01 fifty calls with a dead token: one message, one way to /login, ${lang} ${theme}`, async ({
    page,
    server,
  }) => {
    await prefer(page, { lang, theme })
    const diary = await keepDiary(page)
    await enter(page, server)
    await page.goto('/space/list?search=floor')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const previousWays = (await diary()).ways.length
    await revoke(await tokenOf(page), server.address)
    expect(await callFromPage(page, accountEndpoints.me.path, 50)).toEqual({ 401: 50 })
    await expect(page).toHaveURL(/\/login\?redirect=/)
    const { messages, ways, endedAt } = await diary()
    expect(messages.map((message) => message.words).filter((one) => one === text.expired)).toHaveLength(1)
    expect(ways.slice(previousWays).map(({ path }) => path)).toEqual(['/login'])
    expect(ways.at(-1)!.at - endedAt).toBeGreaterThanOrEqual(499)
    expect(await tokenOf(page)).toBeNull()

    await page.locator('input[autocomplete=username]').fill('admin')
    await page.locator('input[autocomplete=current-password]').fill(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/space\/list\?search=floor$/)
  })

  test(`R8.04 a wrong password is said at the form, and nothing else happens, ${lang} ${theme}`, async ({ page }) => {
    await prefer(page, { lang, theme })
    await page.goto('/login')
    await page.locator('input[autocomplete=username]').fill('admin')
    await page.locator('input[autocomplete=current-password]').fill('wrong')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(text.refused)
    expect(await tokenOf(page)).toBeNull()
  })

  test(`R4.10 R9.01 a link with ?bearer= signs in without a reload, unchecked, and says the value on the console, ${lang} ${theme}`, async ({
    page,
    browser,
    server,
  }) => {
    await prefer(page, { lang, theme })
    await enter(page, server)
    await page.goto('/welcome')
    const token = await tokenOf(page)
    const other = await browser.newPage({ baseURL: server.address })
    await prefer(other, { lang, theme })
    const lines: string[] = []
    let loads = 0
    other.on('console', (line) => lines.push(line.text()))
    other.on('load', () => (loads += 1))
    await other.goto(`/space/list?bearer=${token}&search=floor`)
    await expect(other).toHaveURL(`${server.address}/space/list?search=floor`)
    await expect(other.getByRole('button', { name: text.logout })).toBeVisible()
    expect(loads).toBe(1)
    const storedTokens = () => other.evaluate(() => [localStorage.getItem('token'), sessionStorage.getItem('token')])
    expect(await storedTokens()).toEqual([token, token])
    expect(lines.some((line) => line.includes(String(token)))).toBe(true)

    // An invalid token is accepted as well; only the server's response reveals it.
    const calls = watchCalls(other)
    await other.goto('/space/list?bearer=no%20token%21')
    await expect(other.getByText(text.expired)).toBeVisible()
    // The previous page may have made a call while the browser was navigating.
    const sent = calls.map((call) => call.headers()['authorization'])
    expect(sent).toContain('Bearer no token!')
    expect(new Set(sent.slice(sent.indexOf('Bearer no token!')))).toEqual(new Set(['Bearer no token!']))
    await expect(other).toHaveURL(/\/login/)
    await other.close()
  })

  test(`R8.03 a sign-out that fails is told to the browser console alone, and the user stays, ${lang} ${theme}`, async ({
    page,
    server,
  }) => {
    await prefer(page, { lang, theme })
    await enter(page, server)
    const diary = await keepDiary(page)
    await page.goto('/welcome')
    const errors: string[] = []
    page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
    for (const fate of ['abort', 'refuse'] as const) {
      await page.route('**/login/logout', (route) =>
        fate === 'abort'
          ? route.abort()
          : route.fulfill({ status: 500, json: { code: 500, message: 'no', data: null, requestId: 'r' } }),
      )
      errors.length = 0
      await page.getByRole('button', { name: text.logout }).click()
      await expect.poll(() => errors.some((line) => line.includes('logout failed'))).toBe(true)
      await page.unroute('**/login/logout')
    }
    await page.getByRole('link', { name: text.space, exact: true }).click()
    await expect(page).toHaveURL(/\/space\/list$/)
    expect(await tokenOf(page)).not.toBeNull()
    expect((await diary()).messages).toEqual([])
  })

  test(`R7.01 R7.03 R8.02 calls are given 30 s, and what fails says so where it was asked for, ${lang} ${theme}`, async ({
    page,
    server,
  }) => {
    await page.addInitScript(() => {
      const limits: number[] = []
      Object.assign(globalThis, { limits })
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      // A twentieth of the time, so that the story need not wait for all of it.
      AbortSignal.timeout = (milliseconds) => {
        limits.push(milliseconds)
        return timeout(milliseconds / 20)
      }
    })
    await prefer(page, { lang, theme })
    await enter(page, server)
    const refused = { code: 40911, message: 'said by the server', data: { error: 'space.name-taken' }, requestId: 'r1' }
    const models = /\/api\/v1\/models(\?|$)/
    const fates = {
      [text.hung]: 'hang',
      'said by the server': 'refuse',
      [text.away]: 'abort',
    }
    for (const [message, fate] of Object.entries(fates)) {
      await page.route(models, async (route) => {
        if (fate === 'abort') await route.abort()
        if (fate === 'refuse') await route.fulfill({ status: 200, json: refused })
      })
      await page.goto('/model/list')
      const alert = page.getByRole('alert').filter({ hasText: message })
      await expect(alert).toBeVisible()
      if (fate === 'refuse') await expect(alert).toContainText('r1')
      await page.unroute(models)
    }
    const limits = await page.evaluate(() => (globalThis as unknown as { limits: number[] }).limits)
    expect(new Set(limits)).toEqual(new Set([30_000]))
  })
}

test('a refusal that was sent with an old token does not end the new session', async ({ page, server }) => {
  await enter(page, server)
  await page.goto('/welcome')
  // The page has asked who is signed in before this one does.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const old = await tokenOf(page)
  let release: () => void = () => undefined
  const late = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/accounts/me', async (route) => {
    if (route.request().headers()['authorization'] === `Bearer ${old}`) await late
    await route.continue()
  })
  const sent = page.waitForRequest('**/accounts/me')
  const outcome = callFromPage(page, accountEndpoints.me.path, 1)
  await sent
  const body = { username: 'admin', password }
  const signedIn = await fetch(`${server.address}/api/v1/login/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data } = (await signedIn.json()) as { data: { token: string } }
  await page.evaluate((token) => localStorage.setItem('token', token), data.token)
  // Only now, so that nothing else of the page is refused with the old one.
  await revoke(old, server.address)
  release()
  expect(await outcome).toEqual({ 401: 1 })
  await page.getByRole('link', { name: 'Data Space', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await tokenOf(page)).toBe(data.token)
})
