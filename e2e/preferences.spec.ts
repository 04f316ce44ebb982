import type { Page } from '@playwright/test'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient } from './support/server/client.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

// Neither UTC nor the zone of whoever runs this.
test.use({ timezoneId: 'Asia/Shanghai' })

const stored = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('system') ?? '') as { state: Record<string, unknown> }).state)
const root = (page: Page) => page.locator('html')

/** Navigates without a reload. */
const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true }).click()

test('R2.35 R3.13 R3.15 R3.16 the general settings apply at once, in every tab, and survive a reload', async ({
  page,
  context,
  server,
}) => {
  const call = createClient(server)
  for (let number = 1; number <= 21; number += 1) {
    await call(spaceEndpoints.createSpace, { body: { name: `scan-${number}`, path: `scan-${number}` } })
  }
  await enter(page, server)
  await page.goto('/settings/common')
  const other = await context.newPage()
  await other.goto('/space/list')
  await expect(other.getByText('Showing 1-21 of 21', { exact: true })).toBeVisible()

  await test.step('times of lists are relative or absolute, in the zone of the browser or in UTC', async () => {
    const cell = other.locator('tbody time').first()
    await expect(cell).toHaveText(/ago|now/)
    await page.getByRole('radio', { name: 'Date and time' }).check()
    await expect(cell).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const local = await cell.textContent()
    await page.getByRole('radio', { name: 'UTC', exact: true }).check()
    await expect(cell).not.toHaveText(local ?? '')
    const [utc, made] = [await cell.textContent(), await cell.getAttribute('datetime')]
    expect(utc).toBe(made?.slice(0, 19).replace('T', ' '))
    expect(Date.parse(`${local?.replace(' ', 'T')}Z`) - Date.parse(made ?? '')).toBeGreaterThan(8 * 3_600_000 - 1_000)
  })

  await test.step('lists have as many rows as is wished', async () => {
    await page.getByRole('radio', { name: '20', exact: true }).check()
    await expect(other.getByText('Showing 1-20 of 21', { exact: true })).toBeVisible()
  })

  await test.step('the start page is where the console opens', async () => {
    await page.getByRole('combobox', { name: 'Start page' }).click()
    await page.locator('.ant-select-item-option', { hasText: 'Training Task' }).click()
    await other.goto('/')
    await expect(other).toHaveURL(/\/compute\/tasks$/)
  })

  await test.step('the language is that of the page, the document and the parts of antd', async () => {
    await page.getByRole('radio', { name: '简体中文' }).check()
    await expect(page.getByRole('heading', { name: '设置', level: 1 })).toBeVisible()
    await expect(page).toHaveTitle('通用 · 设置 · 朱雀')
    await expect(root(page)).toHaveAttribute('lang', 'zh-CN')
    await expect(root(other)).toHaveAttribute('lang', 'zh-CN')
  })

  await test.step('all of it is kept under `system`', async () => {
    expect(await stored(page)).toMatchObject({
      theme: 'light',
      lang: 'zh-CN',
      times: 'absolute',
      zone: 'utc',
      pageSize: 20,
      start: '/compute/tasks',
    })
    await page.reload()
    await expect(page.getByRole('radio', { name: '日期和时间' })).toBeChecked()
  })
})

test('R2.35 R4.11 R9.05 theme, density and motion apply at once, without a reload', async ({ page, server }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' })
  await enter(page, server)
  await page.goto('/settings/appearance')
  await expect(root(page)).toHaveAttribute('data-theme', 'light')

  await test.step('"follow the system" follows it, also while it changes', async () => {
    await page.getByRole('radio', { name: 'Follow the system' }).check()
    await expect(root(page)).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(24, 24, 24)')
    await expect(page.getByText('The system is set to Dark now.')).toBeVisible()
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(252, 252, 252)')
    await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#FCFCFC')
    expect((await stored(page))['theme']).toBe('system')
  })

  await test.step('compact makes rows and controls lower, and leaves the menu as it is', async () => {
    await follow(page, 'Data Space')
    const height = async (selector: string) => (await page.locator(selector).first().boundingBox())?.height
    await expect(page.getByRole('searchbox').first()).toBeVisible()
    expect(await height('.ant-btn-primary')).toBe(36)
    await page.goBack()
    await page.getByRole('radio', { name: 'Compact' }).check()
    await follow(page, 'Data Space')
    await expect.poll(() => height('main .ant-btn-primary')).toBe(30)
    expect(await height('#sidebar nav a')).toBe(44)
    await page.goBack()
  })

  await test.step('motion is reduced by the system or by the user', async () => {
    const duration = () =>
      page
        .locator('#sidebar nav a')
        .first()
        .evaluate((item) => parseFloat(getComputedStyle(item).transitionDuration))
    expect(await duration()).toBeGreaterThan(0.05)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(duration).toBeLessThan(0.001)
    await page.getByRole('radio', { name: 'Never' }).check()
    await expect.poll(duration).toBeGreaterThan(0.05)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.getByRole('radio', { name: 'Always' }).check()
    await expect.poll(duration).toBeLessThan(0.001)
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(page.getByText('Nothing is running')).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Notifications/ })).toBeFocused()
  })
})

test('R4.11 R9.06 the first paint has the colours of the theme, before any code of the console runs', async ({
  page,
}) => {
  await page.route(/\/assets\/.*\.(js|css)$/, (route) => route.abort())
  const ground = page.locator('html')
  const opened = async (theme: string, colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/login')
    await page.evaluate((value) => localStorage.setItem('system', value), JSON.stringify({ state: { theme } }))
    await page.reload()
  }
  await opened('dark', 'light')
  await expect(ground).toHaveCSS('background-color', 'rgb(24, 24, 24)')
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#181818')
  await opened('light', 'dark')
  await expect(ground).toHaveCSS('background-color', 'rgb(252, 252, 252)')
  await opened('system', 'dark')
  await expect(ground).toHaveCSS('background-color', 'rgb(24, 24, 24)')
  await opened('system', 'light')
  await expect(ground).toHaveCSS('background-color', 'rgb(252, 252, 252)')
})

test('R3.13 R9.04 a broken store never leaves a white page: the defaults stand in', async ({ page }) => {
  const failures: string[] = []
  page.on('pageerror', ({ message }) => failures.push(message))
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible()
  await expect(root(page)).toHaveAttribute('lang', 'zh-CN')
  await expect(root(page)).toHaveAttribute('data-theme', 'light')
  // The store exists from the first start, before any change.
  expect(await stored(page)).toMatchObject({ theme: 'light', lang: 'zh-CN' })
  const unknown = JSON.stringify({ state: { theme: 'sepia', lang: 'fr-FR', density: 7, pageSize: -1 }, version: 9 })
  for (const value of ['{"state":{"theme":"da', 'null', '[]', '"dark"', unknown]) {
    await page.evaluate((broken) => localStorage.setItem('system', broken), value)
    await page.reload()
    await expect(page.getByRole('heading', { name: '登录' }), value).toBeVisible()
    await expect(root(page)).toHaveAttribute('data-theme', 'light')
  }
  await page.getByRole('button', { name: /Switch to English/ }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(failures).toEqual([])
})

test('R2.35 the settings can be used by the keyboard alone, on a narrow screen too', async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await prefer(page)
  await enter(page, server)
  await page.goto('/settings/common')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'General' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/appearance$/)
  await expect(page).toHaveTitle('Appearance · Settings · Vermilion')
  await page.getByRole('radio', { name: 'Light' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(root(page)).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeFocused()
})
