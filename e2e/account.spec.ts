import type { Browser, Page } from '@playwright/test'
import { accountEndpoints } from '../contract/src/accounts.ts'
import { basePath } from '../contract/src/kernel/endpoint.ts'
import { storyLanguages } from './support/screen/looks.ts'
import { enter, prefer, signIn } from './support/screen/screen.ts'
import type { Server } from './support/server/server.ts'
import { password } from './support/server/session.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    current: 'Current password',
    next: 'New password',
    again: 'Confirm new password',
    change: 'Change password',
    tooShort: 'Please enter at least 8 characters',
    differs: 'The two new passwords differ',
    wrong: 'The current password is wrong; nothing was changed',
    changed: 'Password changed. 1 other session was signed out.',
    expired: 'Login information expired, please log in again',
    sessions: 'Sessions',
    thisSession: 'This session',
    revoke: /^Revoke /,
    confirm: 'Revoke',
    tokens: 'Access tokens',
    create: 'Create access token',
    name: 'Name',
    taken: 'You have an access token named nightly import already',
    neverUsed: 'Never used',
    lastUsed: /Last used now/,
    noTokens: 'No access tokens yet.',
    signIn: 'Sign in',
    invalid: 'Invalid username or password',
    throttled: /Too many attempts/,
    now: 'You can try again now.',
    done: 'Done',
    readOnly: 'Only read',
  },
  'zh-CN': {
    current: '当前密码',
    next: '新密码',
    again: '再次输入新密码',
    change: '修改密码',
    tooShort: '请输入至少 8 个字符',
    differs: '两次输入的新密码不一致',
    wrong: '当前密码错误，未做任何更改',
    changed: '密码已修改，其他 1 个会话已下线。',
    expired: '登录信息失效，请重新登录',
    sessions: '会话',
    thisSession: '当前会话',
    revoke: /^吊销 /,
    confirm: '吊销',
    tokens: '访问令牌',
    create: '创建访问令牌',
    name: '名称',
    taken: '你已有名为 nightly import 的访问令牌',
    neverUsed: '从未使用',
    lastUsed: /最近使用 刚刚/,
    noTokens: '还没有访问令牌。',
    signIn: '登录',
    invalid: '用户名或密码错误',
    throttled: /尝试次数过多/,
    now: '现在可以重试。',
    done: '完成',
    readOnly: '只读',
  },
} as const

/** Another user's browser, signed in and on the account page. */
async function another(browser: Browser, server: Server, lang: keyof typeof words): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.address })
  const page = await context.newPage()
  await prefer(page, { lang })
  await signIn(page)
  await page.goto('/settings/account')
  return page
}

for (const lang of storyLanguages) {
  const say = words[lang]

  test(`R8.01 a changed password signs the other browser out with the message of an expired session, ${lang}`, async ({
    page,
    browser,
    server,
  }) => {
    await prefer(page, { lang })
    await enter(page, server)
    await page.goto('/settings/account')
    const other = await another(browser, server, lang)
    const field = (label: string) => page.getByLabel(label, { exact: true })
    const submit = () => page.getByRole('button', { name: say.change, exact: true }).click()
    await field(say.current).fill('not the password')
    await field(say.next).fill('short')
    await field(say.again).fill('short too')
    await submit()
    await expect(page.getByText(say.tooShort)).toBeVisible()
    await expect(page.getByText(say.differs)).toBeVisible()
    await expect(field(say.next)).toBeFocused()
    await field(say.next).fill('a new password')
    await field(say.again).fill('a new password')
    await submit()
    await expect(page.getByText(say.wrong)).toBeVisible()
    await expect(field(say.next)).toHaveValue('a new password')
    await field(say.current).fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByText(say.changed)).toBeVisible()
    await expect(field(say.next)).toHaveValue('')

    await expect(other.getByText(say.expired)).toBeVisible()
    await expect(other).toHaveURL(/\/login\?redirect=/)
    await page.reload()
    await expect(page.getByText(say.thisSession)).toBeVisible()
  })

  test(`R8.01 a session that opens elsewhere appears and can be revoked, ${lang}`, async ({
    page,
    browser,
    server,
  }) => {
    await prefer(page, { lang })
    await enter(page, server)
    await page.goto('/settings/account')
    const list = page.getByRole('list', { name: say.sessions })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    const other = await another(browser, server, lang)
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(list.getByRole('listitem').first()).toContainText(say.thisSession)
    await list.getByRole('button', { name: say.revoke }).click()
    await page.getByRole('dialog').getByRole('button', { name: say.confirm, exact: true }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(other.getByText(say.expired)).toBeVisible()
    await expect(other).toHaveURL(/\/login\?redirect=/)
  })

  test(`an access token is made, shown once, used by a script and revoked, ${lang}`, async ({ page, server }) => {
    await prefer(page, { lang })
    await enter(page, server)
    await page.goto('/settings/account')
    await expect(page.getByText(say.noTokens)).toBeVisible()
    const create = async () => {
      await page.getByRole('button', { name: say.create }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel(say.name, { exact: true }).fill('nightly import')
      await page.keyboard.press('Enter')
      return drawer
    }
    await create()
    const region = page.getByRole('region', { name: /nightly import/ })
    const secret = await region.getByText(/^vmt_[\w-]+$/).innerText()
    const list = page.getByRole('list', { name: say.tokens })
    await expect(list).toContainText(say.neverUsed)
    await expect(region.getByText('curl')).toContainText(`Bearer ${secret}" ${server.address}${basePath}/spaces`)
    const ask = () =>
      fetch(`${server.address}${basePath}${accountEndpoints.me.path}`, {
        headers: { authorization: `Bearer ${secret}` },
      })
    expect((await ask()).status).toBe(200)
    await expect(list).toContainText(say.lastUsed)
    await region.getByRole('button', { name: say.done }).click()
    await expect(page.getByText(secret)).toHaveCount(0)

    const drawer = await create()
    await expect(drawer.getByText(say.taken)).toBeVisible()
    await drawer.getByLabel(say.name, { exact: true }).fill('dashboard')
    await drawer.getByRole('radio', { name: say.readOnly }).check()
    await drawer.getByLabel(say.name, { exact: true }).press('Enter')
    const looking = list.getByRole('listitem').filter({ hasText: 'dashboard' })
    await expect(looking).toContainText(say.readOnly)
    const readOnly = await page
      .getByRole('region', { name: /dashboard/ })
      .getByText(/^vmt_[\w-]+$/)
      .innerText()
    const refused = await fetch(`${server.address}${basePath}/spaces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${readOnly}` },
    })
    expect(refused.status).toBe(403)
    await page.reload()
    await looking.getByRole('button', { name: say.revoke }).click()
    await page.getByRole('dialog').getByRole('button', { name: say.confirm, exact: true }).click()
    await expect(looking).toHaveCount(0)
    await list.getByRole('button', { name: say.revoke }).click()
    await page.getByRole('dialog').getByRole('button', { name: say.confirm, exact: true }).click()
    await expect(page.getByText(say.noTokens)).toBeVisible()
    expect((await ask()).status).toBe(401)
  })

  test(`R5.10 R8.04 who mistypes the password too often sees how long to wait, and what was typed is kept, ${lang}`, async ({
    page,
  }) => {
    await prefer(page, { lang })
    await page.goto('/login')
    const field = page.locator('input[autocomplete=current-password]')
    await page.locator('input[autocomplete=username]').fill('admin')
    await field.fill('not the password')
    for (let count = 0; count < 3; count++) {
      const response = page.waitForResponse(/login\/login$/)
      await page.keyboard.press('Enter')
      await response
      await expect(page.getByRole('alert')).toHaveText(say.invalid)
    }
    // Without waiting, or the second would be over.
    await expect(async () => {
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toHaveText(say.throttled, { timeout: 500 })
    }).toPass()
    await expect(page.getByRole('timer')).toHaveText(say.now, { timeout: 70_000 })
    await expect(field).toHaveValue('not the password')
    await field.fill(password)
    await page.getByRole('button', { name: say.signIn, exact: true }).click()
    await expect(page).toHaveURL(/\/welcome$/)
  })
}

const peopleWords = {
  'en-US': {
    link: 'All accounts',
    add: 'Add account',
    username: 'Username',
    made: 'Password of mei',
    actions: 'Actions for mei',
    disable: 'Disable',
    disabled: 'Disabled',
    enable: 'Enable',
    expired: 'Login information expired, please log in again',
    refused: /This account is disabled/,
  },
  'zh-CN': {
    link: '所有账号',
    add: '新建账号',
    username: '用户名',
    made: 'mei 的密码',
    actions: 'mei 的操作',
    disable: '停用',
    disabled: '已停用',
    enable: '启用',
    expired: '登录信息失效，请重新登录',
    refused: /该账号已停用/,
  },
} as const

for (const lang of storyLanguages) {
  const say = peopleWords[lang]
  test(`R3.14 an account is added, disabled under its owner and enabled, ${lang}`, async ({
    page,
    server,
    browser,
  }) => {
    await prefer(page, { lang })
    await enter(page, server)
    await page.goto('/settings/common')
    await page.getByRole('link', { name: say.link, exact: true }).click()
    const list = page.getByRole('list', { name: say.link })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list.getByRole('button')).toHaveCount(0)
    await page.getByRole('button', { name: say.add }).click()
    await page.getByRole('dialog').getByLabel(say.username, { exact: true }).fill('mei')
    await page.keyboard.press('Enter')
    const secret = page.getByRole('region', { name: say.made })
    const made = await secret.locator('code').innerText()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const other = await (await browser.newContext({ baseURL: server.address })).newPage()
    await prefer(other, { lang })
    const signInAsMei = async () => {
      await other.locator('input[autocomplete=username]').fill('mei')
      await other.locator('input[autocomplete=current-password]').fill(made)
      await other.locator('button[type=submit]').click()
    }
    await other.goto('/login')
    await signInAsMei()
    await other.waitForURL('**/welcome')
    const row = list.getByRole('listitem').filter({ hasText: 'mei' })
    const choose = async (action: string) => {
      await row.getByRole('button', { name: say.actions }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await choose(say.disable)
    await page.getByRole('dialog').getByRole('button', { name: say.disable, exact: true }).click()
    await expect(row).toContainText(say.disabled)
    await expect(other.getByText(say.expired)).toBeVisible()
    await signInAsMei()
    await expect(other.getByText(say.refused)).toBeVisible()
    await choose(say.enable)
    await expect(row).not.toContainText(say.disabled)
    await page.screenshot({ path: `test-results/people-${lang}.png` })
  })
}
