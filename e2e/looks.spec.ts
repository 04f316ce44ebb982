import { datasetEndpoints } from '../contract/src/datasets.ts'
import { deviceEndpoints } from '../contract/src/devices.ts'
import { modelEndpoints } from '../contract/src/models.ts'
import { settingsEndpoints } from '../contract/src/settings.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { taskEndpoints } from '../contract/src/tasks.ts'
import { inEachLanguage, inEveryLook, looks } from './support/screen/looks.ts'
import { expectToolsOfList } from './support/screen/list-tools.ts'
import { changeTheme, enter, prefer, settled, themes } from './support/screen/screen.ts'
import { expect, test } from './support/seeded.ts'

const words = {
  'en-US': {
    welcome: 'Welcome to Vermilion',
    stations: [/Data spaces?/, /Datasets?/, /Trainings?/, /Models?/, /Inferences?/, /Devices?/],
    actions: ['Create training task', 'Create data space'],
    missing: 'Not set up yet',
    loading: 'Loading',
    failed: 'This page has failed',
    again: 'Try again',
    spaces: /^Data spaces/,
    device: 'Device',
    disabled: 'Device is disabled on this server',
    filters: 'Filters',
    fields: {
      spaces: ['Status', 'Tags', 'Created'],
      files: ['Kind', 'Size in MiB', 'Added'],
      datasets: ['Status', 'Label type', 'Format'],
      images: ['Split', 'Annotator'],
      tasks: ['Training status', 'Kind'],
      models: ['Type', 'Stage', 'Main measure'],
      devices: ['Status', 'Kind', 'Group'],
      imageSearch: ['Where to search'],
    },
  },
  'zh-CN': {
    welcome: '欢迎使用朱雀',
    stations: ['数据空间', '数据集', '训练', '模型', '推理', '设备'],
    actions: ['新建训练任务', '新建数据空间'],
    missing: '尚未配置',
    loading: '加载中',
    failed: '页面出错了',
    again: '重试',
    spaces: /^数据空间/,
    device: '设备',
    disabled: '本服务器已停用“设备”',
    filters: '筛选',
    fields: {
      spaces: ['状态', '标签', '创建时间'],
      files: ['类型', '大小（MiB）', '添加时间'],
      datasets: ['状态', '标注类型', '格式'],
      images: ['划分', '标注人'],
      tasks: ['训练状态', '类型'],
      models: ['类型', '阶段', '主要指标'],
      devices: ['状态', '类型', '分组'],
      imageSearch: ['搜索范围'],
    },
  },
} as const

test('R2.02 the loop with its counts, recent work, quick actions and what is not set up yet', async ({
  browser,
  seeded,
}) => {
  // Other stories on this server may have added to what was seeded.
  const query = { limit: 1 }
  const lists = await Promise.all([
    seeded.call(spaceEndpoints.listSpaces, { query }),
    seeded.call(datasetEndpoints.listDatasets, { query }),
    seeded.call(taskEndpoints.listTasks, { query: { ...query, kind: 'training' } }),
    seeded.call(modelEndpoints.listModels, { query }),
    seeded.call(taskEndpoints.listTasks, { query: { ...query, kind: 'cloud-inference' } }),
    seeded.call(deviceEndpoints.listDevices, { query }),
  ])
  for (const { total } of lists) expect(total).toBeGreaterThan(0)
  await inEveryLook(browser, seeded, async (page, { lang }) => {
    const text = words[lang]
    await page.goto('/welcome')
    await expect(page.getByRole('heading', { level: 1, name: text.welcome })).toBeVisible()
    const stations = page.locator('main nav li')
    await expect(stations).toHaveCount(text.stations.length)
    for (const [index, station] of text.stations.entries()) {
      await expect(stations.nth(index)).toContainText(station)
      await expect(stations.nth(index).locator('strong')).toHaveText(String(lists[index]?.total))
    }
    for (const name of ['warehouse-floor', 'floor-detector']) {
      await expect(page.getByRole('link', { name }).first()).toBeVisible()
    }
    for (const action of text.actions) await expect(page.getByRole('button', { name: action })).toBeVisible()
    await expect(page.getByRole('heading', { name: text.missing })).toBeVisible()
  })
})

test('R2.27 R2.37 the tools of each list stand on one line, with its filters behind one button, on a phone in a sheet', async ({
  browser,
  seeded,
}) => {
  const { space, dataset } = seeded.content
  const paths = {
    spaces: '/space/list',
    files: `/space/list/file/${space.id}`,
    datasets: '/data-set/list',
    images: `/data-set/list/file/${dataset.id}`,
    tasks: '/compute/tasks',
    models: '/model/list',
    devices: '/board/list',
    imageSearch: '/data-set/search',
  } as const
  await inEachLanguage(browser, seeded, async (page, { lang }) => {
    const { filters, fields } = words[lang]
    for (const name of Object.keys(paths) as (keyof typeof paths)[]) {
      await test.step(name, async () => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.goto(paths[name])
        await settled(page)
        await expectToolsOfList(page, { filters, fields: fields[name] })
      })
    }
  })
})

test('R2.15 the active entry is the one whose path is contained in the current one', async ({ browser, seeded }) => {
  await inEachLanguage(browser, seeded, async (page, { theme }) => {
    const active = page.locator('#sidebar nav [aria-current=page]')
    const inTurn = [...themes.filter((other) => other !== theme), theme]
    for (const [path, entry] of Object.entries({
      '/data-set/list/file/gone': '/data-set',
      '/compute/tasks': '/compute/tasks',
      '/board/list': '/board/list',
    })) {
      await page.goto(path)
      await active.waitFor()
      for (const current of inTurn) {
        await changeTheme(page, current)
        await expect(active).toHaveCount(1)
        await expect(active).toHaveAttribute('href', entry)
        await expect(active.locator('.anticon')).toHaveCSS('color', 'rgb(255, 81, 37)')
      }
    }
    await page.goto('/settings/common')
    await settled(page)
    for (const current of inTurn) {
      await changeTheme(page, current)
      await expect(active).toHaveCount(0)
    }
  })
})

test('R2.17 R2.18 the large spinner and the error screen inside the shell', async ({ browser, seeded }) => {
  await inEveryLook(browser, seeded, async (page, { lang }) => {
    const text = words[lang]
    const entries = page.locator('#sidebar nav a')
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/assets\/resource-page-[^/]*\.js/, async (route) => {
      await gate
      await route.continue()
    })
    await page.goto('/welcome')
    await page.locator('#sidebar a[href="/resource"]').click()
    await expect(page.locator('main').getByRole('status', { name: text.loading })).toBeVisible()
    release()
    await expect(page.locator('main h1')).toBeVisible()

    const lists = '**/api/v1/spaces?*'
    await page.route(lists, (route) =>
      route.fulfill({ json: { code: 200, message: '', data: { items: [null], total: 1, from: 1 } } }),
    )
    await page.goto('/space/list')
    await expect(page.getByRole('heading', { name: text.failed })).toBeVisible()
    await expect(entries).toHaveCount(7)
    await page.unroute(lists)
    await page.getByRole('button', { name: text.again }).click()
    await expect(page.getByRole('heading', { level: 1, name: text.spaces })).toBeVisible()
  })
})

test('R2.13 R2.14 R6.01 an entry that the configuration disables does not navigate', async ({ browser, seeded }) => {
  await seeded.call(settingsEndpoints.changeSettings, { body: { disabledAreas: ['board'] } })
  try {
    await inEveryLook(browser, seeded, async (page, { lang }) => {
      const text = words[lang]
      await page.goto('/welcome')
      const entry = page.locator('#sidebar nav').getByRole('button', { name: text.device })
      await expect(entry).toHaveAttribute('aria-disabled', 'true')
      // The test driver does not click disabled elements; a person does.
      await entry.click({ force: true })
      await expect(page).toHaveURL(/\/welcome$/)
      await page.goto('/board/list')
      await expect(page.getByRole('heading', { name: text.disabled })).toBeVisible()
    })
  } finally {
    await seeded.call(settingsEndpoints.changeSettings, { body: { disabledAreas: null } })
  }
})

test('R6.02 without a token a browser gets the sign-in page and the health, and from other calls a refusal', async ({
  browser,
  seeded,
}) => {
  const calls = ['/spaces', '/datasets', '/tasks', '/models', '/accounts/me', '/settings', '/events']
  for (const look of looks) {
    const context = await browser.newContext({ baseURL: seeded.address })
    const page = await context.newPage()
    await prefer(page, look)
    await page.goto('/login')
    const ask = (path: string, method: string) =>
      page.evaluate(
        async ([calledPath, how, language]) => {
          const headers = { 'content-type': 'application/json', Language: language }
          const response = await fetch(`/api/v1${calledPath}`, { method: how, headers })
          return (await response.json()) as { code: number; message: string }
        },
        [path, method, look.lang.toLowerCase()] as const,
      )
    expect((await ask('/health', 'GET')).code).toBe(200)
    const message = { 'en-US': 'Login information expired, please log in again', 'zh-CN': '登录信息失效，请重新登录' }
    for (const path of calls) expect(await ask(path, 'GET')).toMatchObject({ code: 401, message: message[look.lang] })
    expect((await ask('/spaces', 'POST')).code).toBe(401)
    await context.close()
  }
})

test('R1.12 what a screen shows is what the server holds, from the moment it holds it', async ({ browser, seeded }) => {
  await inEveryLook(browser, seeded, async (page, { lang, theme }) => {
    const name = `made-elsewhere-${lang}-${theme}`.toLowerCase()
    await page.goto('/space/list')
    await expect(page.getByRole('link', { name: 'warehouse-floor' })).toBeVisible()
    const { id } = await seeded.call(spaceEndpoints.createSpace, { body: { name, path: name } })
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    await seeded.call(spaceEndpoints.deleteSpace, { params: { spaceId: id } })
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  })
})

test(
  'R7.05 the page of the API tells every call, in the language of the reader',
  { tag: '@second' },
  async ({ browser, seeded }) => {
    const response = await fetch(`${seeded.address}/api/v1/openapi.json`, {
      headers: { authorization: `Bearer ${seeded.token}` },
    })
    const { paths } = (await response.json()) as { paths: Record<string, object> }
    const addresses = Object.keys(paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'))
    expect(addresses.length).toBeGreaterThan(40)
    await inEveryLook(browser, seeded, async (page, { lang }) => {
      await page.goto('/settings/about')
      await settled(page)
      const opening = page.context().waitForEvent('page')
      await page.locator('main a[href*="/api/docs"]').click()
      const described = await opening
      await expect(described.locator('html')).toHaveAttribute('lang', lang)
      const description = await described.locator('body').innerText()
      for (const address of addresses) expect(description).toContain(address)
    })
  },
)

test('in a wide window the tables of lists end at one line', async ({ page, seeded }) => {
  const { dataset, generation } = seeded.content
  await page.setViewportSize({ width: 2560, height: 1440 })
  await prefer(page)
  await enter(page, seeded)
  const lists = [
    '/compute/tasks',
    '/compute/images',
    '/audit',
    '/fineTuning/tasks',
    `/space/list/file/${generation.spaceId}/generations`,
    `/data-set/list/file/${dataset.id}?tab=versions`,
    '/data-set/list?create=true',
  ]
  for (const path of lists) {
    await page.goto(path)
    const frame = page.locator('main div:has(> table)').first()
    await expect(frame.locator('tbody tr').first()).toBeVisible()
    await settled(page)
    expect({ path, width: (await frame.boundingBox())?.width }).toEqual({ path, width: 1520 })
  }
})
