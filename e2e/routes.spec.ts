import { sampleEndpoints } from '../contract/src/samples.ts'
import { createClient } from './support/server/client.ts'
import { eachOnce } from './support/screen/looks.ts'
import { changeTheme, enter, prefer, signIn, themes } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

/** Redirect of each short address and the page's title. */
const addresses = {
  '/': ['/welcome', { 'en-US': 'Welcome · Vermilion', 'zh-CN': '欢迎 · 朱雀' }],
  '/space': ['/space/list', { 'en-US': 'Data Space · Vermilion', 'zh-CN': '数据空间 · 朱雀' }],
  '/data-set': ['/data-set/list', { 'en-US': 'Dataset · Vermilion', 'zh-CN': '数据集 · 朱雀' }],
  '/compute': ['/compute/tasks', { 'en-US': 'Training Task · Vermilion', 'zh-CN': '训练任务 · 朱雀' }],
  '/fineTuning': ['/fineTuning/tasks', { 'en-US': 'Fine Tuning · Vermilion', 'zh-CN': '模型微调 · 朱雀' }],
  '/model': ['/model/list', { 'en-US': 'Model Repository · Vermilion', 'zh-CN': '模型仓库 · 朱雀' }],
  '/board': ['/board/list', { 'en-US': 'Device · Vermilion', 'zh-CN': '设备 · 朱雀' }],
  '/resource': ['/resource', { 'en-US': 'Resource · Vermilion', 'zh-CN': '资源监控 · 朱雀' }],
  '/settings': ['/settings/common', { 'en-US': 'General · Settings · Vermilion', 'zh-CN': '通用 · 设置 · 朱雀' }],
} as const

for (const { lang, theme } of eachOnce) {
  test(`R2.01 R2.03 R2.04 R2.05 R2.06 R2.07 R2.08 R2.09 R2.10 R2.11 every address leads to its page, by way of the sign-in page without a sidebar, in both themes, ${lang}`, async ({
    page,
  }) => {
    await prefer(page, { lang, theme })
    for (const path of ['/space/list', '/compute/tasks', '/model/list']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/login\?redirect=/)
    }
    // The preferred theme comes last: the next address is opened in it.
    const inTurn = [...themes.filter((other) => other !== theme), theme]
    await page.getByRole('heading').first().waitFor()
    for (const current of inTurn) {
      await changeTheme(page, current)
      await expect(page.getByRole('heading', { name: lang === 'zh-CN' ? '登录' : 'Sign in' })).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(0)
    }
    await signIn(page)
    for (const [address, [destination, titles]] of Object.entries(addresses)) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      for (const current of inTurn) {
        await changeTheme(page, current)
        await expect(page).toHaveURL(new RegExp(`${destination}$`))
        await expect(page).toHaveTitle(titles[lang])
        await expect(page.getByRole('navigation').first()).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
    }
  })
}

test('R2.02 the welcome page shows the loop with live counts, and loads the sample', async ({ page, server }) => {
  await enter(page, server)
  await page.goto('/welcome')
  const call = createClient(server)
  const step = (words: string) => page.getByRole('link', { name: new RegExp(words) })
  await expect(page.getByText('Data spaces').first()).toBeVisible()
  for (const words of ['Data spaces', 'Datasets', 'Trainings', 'Models', 'Inferences', 'Devices']) {
    await expect(step(words).first()).toContainText('0')
  }
  await page.getByRole('button', { name: 'Choose size and number' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Floor sample')
  await form.getByRole('spinbutton', { name: 'Images' }).fill('6')
  await form.getByRole('button', { name: /sample/i }).click()
  // Leaving before the question means no sample.
  await expect(form).toHaveCount(0)
  await page.goto('/welcome')
  await expect(step('Collect').first()).toContainText('1')
  await expect(step('Label').first()).toContainText('1')
  await expect(page.getByText('Floor sample').first()).toBeVisible()
  // A count moves while somebody looks at it, when something comes in from elsewhere.
  await call(sampleEndpoints.createSample, { body: { name: 'From elsewhere', count: 1, labeled: false } })
  await expect(step('Data spaces').first()).toContainText('2')
})
