import type { Page } from '@playwright/test'
import type { Language } from '../contract/src/kernel/text.ts'
import { looks, storyLanguages } from './support/screen/looks.ts'
import { type Theme, enter, prefer, themes } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    entries: ['Data Space', 'Dataset', 'Training Task', 'Fine Tuning', 'Model Repository', 'Device', 'Resource'],
    hint: 'Collect and keep files',
    bottom: ['Settings', 'Log out'],
    navigation: 'Main navigation',
    watermark: 'Test version',
    title: 'Data Space · Vermilion',
    create: 'Create data space',
  },
  'zh-CN': {
    entries: ['数据空间', '数据集', '训练任务', '模型微调', '模型仓库', '设备', '资源监控'],
    hint: '采集与保存文件',
    bottom: ['设置', '退出登录'],
    navigation: '主导航',
    watermark: '测试版本',
    title: '数据空间 · 朱雀',
    create: '新建数据空间',
  },
} as const

const paths = ['/space', '/data-set', '/compute/tasks', '/fineTuning/tasks', '/model/list', '/board/list', '/resource']

const style = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

/** Uses the header's buttons, without a reload. */
async function choose(page: Page, theme: Theme, lang: Language): Promise<void> {
  const root = page.locator('html')
  if ((await root.getAttribute('lang')) !== lang) {
    await page.getByRole('button', { name: /切换到中文|Switch to English/ }).click()
  }
  if ((await root.getAttribute('data-theme')) !== theme) {
    await page.getByRole('button', { name: /Dark theme|Light theme|深色主题|浅色主题/ }).click()
  }
  await expect(root).toHaveAttribute('lang', lang)
  await expect(root).toHaveAttribute('data-theme', theme)
}

test('R1.01 R1.10 R1.11 R2.12 R2.13 R2.16 R4.11 R9.05 R9.06 the frame to the letter, in both languages and themes', async ({
  page,
  server,
}) => {
  await enter(page, server)
  await page.goto('/space/list')
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  for (const lang of storyLanguages) {
    for (const theme of themes) {
      await choose(page, theme, lang)
      const text = words[lang]
      await test.step(`${lang} ${theme}: names, paths and tooltips`, async () => {
        const links = page.getByRole('navigation', { name: text.navigation }).getByRole('link')
        await expect(links).toHaveText([...text.entries])
        expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(paths)
        await links.first().hover()
        await expect(page.getByRole('tooltip', { name: text.hint })).toBeVisible()
        await expect(page.locator('#sidebar > div').last().locator('a, button')).toHaveText([...text.bottom])
        await expect(page.locator('header').getByText('Beta', { exact: true })).toBeVisible()
        await expect(page.getByText('Beta', { exact: true })).toHaveCount(1)
        await expect(page).toHaveTitle(text.title)
      })
      await test.step(`${lang} ${theme}: sizes and colours`, async () => {
        const box = async (selector: string) => page.locator(selector).first().boundingBox()
        expect(await box('#sidebar')).toMatchObject({ x: 0, width: 190 })
        for (const item of await page.locator('#sidebar nav a').all()) {
          expect((await item.boundingBox())?.height).toBe(44)
          expect(await item.locator('svg').boundingBox()).toMatchObject({ width: 20, height: 20 })
        }
        const button = page.locator('main').getByRole('button', { name: text.create }).first()
        expect((await button.boundingBox())?.height).toBe(36)
        expect((await page.getByRole('searchbox').first().locator('..').boundingBox())?.height).toBe(36)
        await expect(button).toHaveCSS('border-radius', '8px')
        await page.mouse.move(700, 880)
        await expect(button).toHaveCSS('background-color', 'rgb(255, 81, 37)')
        await expect(page.locator('body')).toHaveCSS(
          'background-color',
          theme === 'dark' ? 'rgb(24, 24, 24)' : 'rgb(252, 252, 252)',
        )
        expect(await page.locator('meta[name=theme-color]').getAttribute('content')).toBe(
          theme === 'dark' ? '#181818' : '#FCFCFC',
        )
      })
      await test.step(`${lang} ${theme}: the watermark lies over everything and catches nothing`, async () => {
        await page.locator('main').getByRole('button', { name: text.create }).first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
        const mark = page.locator(`[data-watermark="${text.watermark}"]`)
        expect(await mark.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 })
        await expect(mark).toHaveCSS('pointer-events', 'none')
        await expect(mark).toHaveAttribute('aria-hidden', 'true')
        const depth = Number(await style(page, '[data-watermark]', 'z-index'))
        expect(depth).toBeGreaterThan(Number(await style(page, '.ant-drawer', 'z-index')))
        // The button that closes the drawer is inside it.
        await page.getByRole('dialog').locator('button').first().click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
    }
  }
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
})

test(
  'R2.15 the active entry is the one whose path is contained in the current one',
  { tag: '@second' },
  async ({ page, server }) => {
    await enter(page, server)
    const expected = {
      '/space/list': 'Data Space',
      '/data-set/list/file/gone': 'Dataset',
      '/data-set/list/file/gone/annotate/gone': 'Dataset',
      '/compute/tasks': 'Training Task',
      '/fineTuning/tasks': 'Fine Tuning',
      '/model/list': 'Model Repository',
      '/board/list': 'Device',
      '/resource': 'Resource',
    }
    const active = page.locator('#sidebar nav [aria-current=page]')
    for (const [path, name] of Object.entries(expected)) {
      await page.goto(path)
      await expect(active).toHaveText([name])
      await expect(active.locator('.anticon')).toHaveCSS('color', 'rgb(255, 81, 37)')
    }
    await page.goto('/settings/common')
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await expect(active).toHaveCount(0)
  },
)

test(
  'R2.13 the sidebar makes room below 1100 px, and stays as the user has left it',
  { tag: '@second' },
  async ({ page, server }) => {
    await enter(page, server)
    await page.goto('/welcome')
    const width = async () => (await page.locator('#sidebar').boundingBox())?.width
    await expect.poll(width).toBe(190)
    await page.setViewportSize({ width: 1000, height: 800 })
    await expect.poll(width).toBe(64)
    // Names remain for screen readers, and the items still navigate.
    await page.getByRole('link', { name: 'Dataset', exact: true }).first().click()
    await expect(page).toHaveURL(/\/data-set\/list$/)
    await page.getByRole('button', { name: 'Expand the sidebar' }).click()
    await expect.poll(width).toBe(190)
    await page.reload()
    await expect.poll(width).toBe(190)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
    await expect.poll(width).toBe(64)
  },
)

test('R2.12 R2.16 below 720 px the sidebar is a drawer that keeps the focus, closes on Esc and gives it back', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, server)
  await page.goto('/space/list')
  const menu = page.getByRole('button', { name: 'Open the menu' })
  const drawer = page.getByRole('dialog', { name: 'Sidebar' })
  await expect(drawer).toBeHidden()

  await test.step('Tab goes round within it, and never to the page below', async () => {
    await menu.click()
    await expect(drawer.getByRole('link', { name: 'Data Space' })).toBeFocused()
    const areas = new Set<string>()
    for (let count = 0; count < 14; count += 1) {
      await page.keyboard.press('Tab')
      areas.add(await page.evaluate(() => (document.activeElement?.closest('#content, header') ? 'page' : 'drawer')))
    }
    expect([...areas]).toEqual(['drawer'])
  })
  await test.step('Esc closes it, and the button has the focus again', async () => {
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(menu).toBeFocused()
  })
  await test.step('an entry closes it and leads on', async () => {
    await page.keyboard.press('Enter')
    await drawer.getByRole('link', { name: 'Model Repository' }).click()
    await expect(page).toHaveURL(/\/model\/list$/)
    await expect(drawer).toBeHidden()
  })
  await test.step('the keys of the frame work while it is closed', async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden()
  })
  await test.step('no page is wider than the screen', async () => {
    for (const path of [
      '/welcome',
      '/space/list',
      '/settings/common',
      '/settings/appearance',
      '/board/list',
      '/nowhere',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360)
      expect(await page.locator('#content').evaluate((content) => content.scrollWidth), path).toBeLessThanOrEqual(360)
    }
  })
})

test('R2.17 R2.18 a page shows the large spinner while its code loads; one that fails leaves the shell alive', async ({
  page,
  server,
}) => {
  await enter(page, server)
  await page.goto('/welcome')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })

  await test.step('the spinner is large, and stands inside the shell', async () => {
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/assets\/resource-page-[^/]*\.js/, async (route) => {
      await gate
      await route.continue()
    })
    await navigation.getByRole('link', { name: 'Resource' }).click()
    const spinner = page.locator('main').getByRole('status', { name: 'Loading' })
    await expect(spinner.locator('span')).toHaveCSS('opacity', '1')
    expect((await spinner.boundingBox())?.height).toBeGreaterThan(300)
    await expect(spinner.locator('span')).toHaveCSS('width', '56px')
    release()
    await expect(page.locator('main h1')).toBeVisible()
  })

  await test.step('a page that throws says so, and another try brings it back', async () => {
    const lists = '**/api/v1/spaces?*'
    await page.route(lists, (route) =>
      route.fulfill({ json: { code: 200, message: '', data: { items: [null], total: 1, from: 1 } } }),
    )
    await navigation.getByRole('link', { name: 'Data Space' }).click()
    await expect(page.getByRole('heading', { name: 'This page has failed' })).toBeVisible()
    await expect(page.locator('main pre')).toContainText('/space/list')
    await expect(page.getByRole('button', { name: 'Copy the details' })).toBeVisible()
    await expect(navigation.getByRole('link')).toHaveCount(7)
    await page.unroute(lists)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: /^Data spaces/ })).toBeVisible()
  })

  await test.step('a page whose code is gone asks for loading it all again', async () => {
    await page.route(/\/assets\/settings-layout-[^/]*\.js/, (route) => route.abort())
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Load again' }).click()
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  })
})

const unknown = {
  'en-US': { title: 'There is nothing at this address', way: 'Go to the welcome page', product: 'Vermilion' },
  'zh-CN': { title: '页面不存在', way: '返回欢迎页', product: '朱雀' },
} as const
for (const { lang, theme } of looks) {
  const text = unknown[lang]
  test(`R2.18 an unknown address shows a 404 screen inside the shell, with a way back, ${lang} ${theme}`, async ({
    page,
    server,
  }) => {
    await prefer(page, { lang, theme })
    await enter(page, server)
    for (const path of ['/nowhere', '/settings/nowhere', '/space/list/file']) {
      await page.goto(path)
      await expect(page.locator('main').getByRole('heading', { name: text.title })).toBeVisible()
      await expect(page.locator('main code')).toHaveText(path)
      await expect(page.locator('#sidebar nav a')).toHaveCount(7)
      await expect(page).toHaveTitle(new RegExp(`${text.product}$`))
    }
    await page.getByRole('button', { name: text.way }).click()
    await expect(page).toHaveURL(/\/welcome$/)
  })
}
