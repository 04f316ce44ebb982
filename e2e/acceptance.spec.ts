import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { accountEndpoints } from '../contract/src/accounts.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { enter, prefer, settled } from './support/screen/screen.ts'
import { expect, test, type Seeded } from './support/seeded.ts'

const words = {
  'en-US': {
    upload: 'Upload',
    export: 'Create dataset from this space',
    annotate: /^(Start|Continue) labeling$/,
    actions: 'Actions on',
    report: 'Report',
    inference: 'Cloud inference',
    run: 'Run inference',
    materials: 'learns floor materials',
    download: /^Download/,
  },
  'zh-CN': {
    upload: '上传',
    export: '用该空间创建数据集',
    annotate: /^(开始|继续)标注$/,
    actions: '的操作',
    report: '报告',
    inference: '云端推理',
    run: '运行推理',
    materials: '学习地面材质',
    download: /^下载/,
  },
} as const

// Most users have motion, so opening elements are animated for a while.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('R1.02 the data space area manages files and exports them to a dataset', async ({ browser, seeded }) => {
  await inEachLanguage(browser, seeded, async (page, { lang }) => {
    await page.goto('/space/list')
    await page.getByRole('link', { name: 'warehouse-floor' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'warehouse-floor' })).toBeVisible()
    await expect(page.locator('main img').first()).toBeVisible()
    await expect(page.getByRole('button', { name: words[lang].upload, exact: true })).toBeVisible()
    await page.getByRole('button', { name: words[lang].export }).click()
    await expect(page).toHaveURL(/\/data-set\/list\?.*create=true/)
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})

test('R1.03 the datasets area labels, and reports what is labeled', async ({ browser, seeded }) => {
  const { dataset } = seeded.content
  await inEachLanguage(browser, seeded, async (page, { lang }) => {
    await page.goto('/data-set/list')
    await page.getByRole('button', { name: words[lang].actions }).first().click()
    await page.getByRole('menuitem', { name: words[lang].report, exact: true }).click()
    await expect(page.getByRole('tab', { name: words[lang].report, selected: true })).toBeVisible()
    await expect(page.locator('main svg[role=group]').first()).toBeVisible()
    await page.goto(`/data-set/list/file/${dataset.id}`)
    await page.getByRole('button', { name: words[lang].annotate }).click()
    await expect(page).toHaveURL(/\/annotate\//)
    await expect(page.getByRole('application')).toBeVisible()
  })
})

test('R1.04 the training tasks area shows a cloud inference with what it found', async ({ browser, seeded }) => {
  const { training, inference } = seeded.content
  await inEachLanguage(browser, seeded, async (page, { lang }) => {
    await page.goto('/compute/tasks')
    const row = page.getByRole('row').filter({ hasText: inference.name })
    await expect(row).toContainText(words[lang].inference)
    await expect(page.getByRole('row').filter({ hasText: training.name }).first()).not.toContainText(
      words[lang].inference,
    )
    await page.goto(`/compute/taskdetail/${inference.id}?tab=report`)
    await expect(page.locator('main img').first()).toBeVisible()
  })
})

test('R1.05 the model repository keeps what a training made, to download and to run', async ({ browser, seeded }) => {
  const { model } = seeded.content
  await inEachLanguage(browser, seeded, async (page, { lang }) => {
    await page.goto('/model/list')
    await expect(page.getByRole('row').filter({ hasText: model.name }).first()).toBeVisible()
    await page.goto(`/model/list/model/${model.id}`)
    const main = page.getByRole('main')
    await expect(main.getByText(words[lang].run).first()).toBeVisible()
    await expect(main.getByRole('link', { name: words[lang].download }).first()).toHaveAttribute('href', /\/api\/v1\//)
  })
})

test('R1.06 R2.07 the fine-tuning area lists what was trained, and its form says what the starter engine is for', async ({
  browser,
  seeded,
}) => {
  const { fineTuning } = seeded.content
  await inEachLanguage(browser, seeded, async (page, { lang }) => {
    await page.goto('/welcome')
    await page.locator('#sidebar a[href="/fineTuning/tasks"]').click()
    await expect(page).toHaveURL(/\/fineTuning\/tasks$/)
    await expect(page.getByRole('row').filter({ hasText: fineTuning.name })).toContainText(fineTuning.loraName)
    await page.goto('/fineTuning/tasks?create=true')
    await expect(page.getByRole('dialog')).toContainText(words[lang].materials)
  })
})

test('R6.01 another user sees the same navigation', async ({ browser, seeded }) => {
  await addAccount(seeded, 'second', 'a password for the second')
  const { token } = await seeded.call(accountEndpoints.login, {
    body: { username: 'second', password: 'a password for the second' },
  })
  const entriesOf = async (of: string) => {
    const context = await browser.newContext({ baseURL: seeded.address })
    const page = await context.newPage()
    await prefer(page)
    await enter(page, { ...seeded, token: of })
    await page.goto('/welcome')
    await settled(page)
    const entries = await page
      .locator('#sidebar a')
      .evaluateAll((links) => links.map((link) => `${link.textContent} ${link.getAttribute('href')}`))
    await context.close()
    return entries
  }
  const mine = await entriesOf(seeded.token)
  expect(mine.length).toBeGreaterThan(7)
  expect(await entriesOf(token)).toEqual(mine)
})

/** Adds an account on the command line, as the server's operator does. */
async function addAccount({ data }: Seeded, name: string, password: string): Promise<void> {
  const program = fileURLToPath(new URL('../server/src/cli/main.ts', import.meta.url))
  const flags = ['--disable-warning=ExperimentalWarning', program, 'user', 'add', name, '--password-stdin']
  const child = spawn(process.execPath, flags, {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, VERMILION_DATA: data },
  })
  child.stdin.end(`${password}\n`)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the account ${name} could not be added`)
}
