import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileEndpoints } from '../contract/src/files.ts'
import { fileOperationEndpoints } from '../contract/src/files/operations.ts'
import { trashEndpoints } from '../contract/src/files/trash.ts'
import { deviceEndpoints } from '../contract/src/devices.ts'
import { hostEndpoints } from '../contract/src/monitoring/hosts.ts'
import { cleanUpEndpoints } from '../contract/src/monitoring/clean-ups.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { putFiles } from './support/content/put-files.ts'
import { createClient } from './support/server/client.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    tabs: ['Compute', 'Network', 'GPU allocation', 'Storage', 'Alerts'],
    hosts: 'Hosts',
    server: 'This server',
    cpu: 'CPU',
    figures: /figures: mean of \d+ s/,
    table: 'Table',
    time: 'Time',
    interfaces: 'Interfaces, now',
    transfers: 'Transfers of Vermilion',
    none: 'No host has an accelerator',
    cards: 'Accelerator time',
    pools: 'Resource pools',
    amounts: ['Reserved by tasks', 'Used now', 'Free'],
    free: /\d of \d+ free0 reserved by tasks/,
    contents: 'What the data folder holds',
    database: 'Database',
  },
  'zh-CN': {
    tabs: ['计算', '网络', 'GPU 分配', '存储', '告警'],
    hosts: '主机',
    server: '本服务器',
    cpu: 'CPU',
    figures: /数值：\d+ s (?:的平)?均值/,
    table: '表格',
    time: '时间',
    interfaces: '网卡（当前）',
    transfers: 'Vermilion 自身传输',
    none: '没有主机装有加速卡',
    cards: '加速卡时长',
    pools: '资源池',
    amounts: ['任务预留', '当前使用', '空闲'],
    free: /空闲 [\d.]+ \/ \d+任务预留 0/,
    contents: '数据目录的内容',
    database: '数据库',
  },
} as const

test('R1.01 R1.08 R2.10 R2.34 the resource page tells of compute, network, allocation and storage, each at an address of its own', async ({
  browser,
  server,
}) => {
  const call = createClient(server)
  await inEachLanguage(browser, server, async (page, { lang }) => {
    const text = words[lang]
    const [compute, network, allocation, storage] = text.tabs
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    await page.goto('/compute/pools')
    await expect(page.getByRole('table', { name: text.pools })).toContainText(text.free)
    await page.goto('/resource')
    await expect(tab(compute)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('table', { name: text.hosts })).toContainText(text.server)
    // When a row was read, and over which time the figures of the charts are means.
    await expect(page.getByRole('table', { name: text.hosts }).locator('time').first()).toBeVisible()
    await expect(page.getByText(text.figures)).toBeVisible()
    await expect(page.getByRole('slider', { name: text.cpu, exact: true })).toBeVisible()

    await test.step('the values are there as a table too, which the address keeps', async () => {
      await page.locator('.ant-segmented-item', { hasText: text.table }).click()
      await expect(page).toHaveURL(/view=table/)
      await expect(page.getByRole('columnheader', { name: text.time, exact: true })).toBeVisible()
      await expect(page.getByRole('row', { name: /^(Highest|最高) / })).toBeVisible()
    })

    await test.step('the tabs are reached by the arrow keys', async () => {
      await tab(compute).focus()
      await page.keyboard.press('ArrowRight')
      await expect(tab(network)).toBeFocused()
      await expect(page).toHaveURL(/tab=network/)
      await expect(page.getByRole('heading', { name: text.interfaces, exact: true })).toBeVisible()
      // Whose interfaces and charts these are.
      const [host] = await call(hostEndpoints.listHosts, {})
      await expect(page.getByRole('heading', { name: `${host?.name} ${text.server}`, exact: true })).toBeVisible()
      await expect(page.getByRole('slider', { name: text.transfers, exact: true })).toBeVisible()
      await page.locator('.ant-segmented-item', { hasText: text.table }).click()
      await expect(page.getByRole('columnheader', { name: new RegExp(`^${text.transfers} `) })).toHaveCount(5)
      await tab(network).focus()
      await page.keyboard.press('ArrowRight')
      await expect(tab(allocation)).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('heading', { name: text.none })).toBeVisible()
      await expect(page.getByRole('heading', { name: text.pools })).toBeVisible()
      const pools = page.getByRole('table', { name: text.pools })
      for (const name of text.amounts)
        await expect(pools.getByRole('columnheader', { name, exact: true })).toBeVisible()
      // This machine runs the stories: no task has reserved anything, yet resources are in use.
      await expect(pools.getByRole('meter', { name: text.amounts[0] }).first()).toHaveAttribute('value', '0')
      await expect(pools.getByRole('meter', { name: text.amounts[1] }).last()).not.toHaveAttribute('value', '0')
      await expect(page.getByText(text.cards, { exact: true })).toHaveCount(0)
      await page.keyboard.press('ArrowRight')
      await expect(tab(storage)).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('heading', { name: text.contents })).toBeVisible()
      await expect(page.locator('main details').filter({ hasText: text.database })).toBeVisible()
    })
  })
})

test('R2.34 in a wide window figures end where the tables do', { tag: '@second' }, async ({ page, server }) => {
  await prefer(page)
  await enter(page, server)
  await page.setViewportSize({ width: 2560, height: 1440 })
  for (const tab of ['allocation', 'storage']) {
    await page.goto(`/resource?tab=${tab}`)
    const panel = page.getByRole('tabpanel')
    const figures = panel.locator('dl').first()
    await expect(figures).toBeVisible()
    const below = panel.locator('dl ~ * table, dl ~ * details').first()
    await expect(below).toBeVisible()
    const [above, last] = await Promise.all([figures.boundingBox(), below.boundingBox()])
    // A panel has a padding, of which the figures know nothing.
    expect(Math.abs(above!.x + above!.width - (last!.x + last!.width))).toBeLessThan(40)
  }
})

test(
  'R2.34 in a wide window hosts, the tools of their charts, and the charts end at one line',
  { tag: '@second' },
  async ({ page, server }) => {
    await prefer(page)
    await enter(page, server)
    await page.setViewportSize({ width: 2560, height: 1440 })
    for (const address of ['/resource', '/resource?tab=network', '/resource?view=table']) {
      await page.goto(address)
      const panel = page.getByRole('tabpanel')
      const content = panel.getByRole('slider').or(panel.getByRole('table')).nth(1)
      await expect(content).toBeVisible()
      const ends = await panel.evaluate((element) => {
        const parts = [...(element.firstElementChild?.children ?? [])].filter((part) => part.clientHeight > 0)
        return parts.map((part) => Math.round(part.getBoundingClientRect().right))
      })
      expect(new Set(ends).size, `${address}: ${ends.join(' ')}`).toBe(1)
    }
  },
)

test('R2.34 all charts are read at one time by the keyboard, and a part of the span is zoomed into and left again', async ({
  page,
  server,
}) => {
  await prefer(page)
  await enter(page, server)
  await page.goto('/resource')
  const [cpu, memory] = ['CPU', 'Memory used'].map((name) => page.getByRole('slider', { name, exact: true }))
  await expect(memory!).toBeVisible()
  await cpu!.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  const at = await cpu!.getAttribute('aria-valuenow')
  await expect(memory!).toHaveAttribute('aria-valuenow', at ?? '')
  await expect(memory!).toHaveAttribute('aria-valuetext', /./)
  await page.keyboard.press('+')
  await expect(page).toHaveURL(/from=.*to=/)
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page).not.toHaveURL(/from=/)

  const box = (await memory!.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.4, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.8, box.y + 60, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/from=.*to=/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeVisible()
})

test(
  'R2.34 the same figure of several hosts is drawn in one chart, which the address keeps',
  { tag: '@second' },
  async ({ page, server }) => {
    const credentials = { method: 'password', password: 'any' } as const
    const body = { name: 'board', host: '127.0.0.1', port: 1, username: 'root', credentials }
    const { id } = await createClient(server)(deviceEndpoints.createDevice, { body })
    await prefer(page)
    await enter(page, server)
    await page.goto('/resource')
    const cpu = page.getByRole('region', { name: 'CPU', exact: true })
    await page.getByRole('combobox', { name: 'Compare hosts' }).click()
    await page.getByTitle('board', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(new RegExp(`compare=device-${id}`))
    await page.reload()
    const [own] = await createClient(server)(hostEndpoints.listHosts, {})
    await expect(cpu.locator('header [data-line="0"]')).toContainText(own!.name)
  },
)

test('R1.08 a clean-up says what would go and why it may, frees it as a job, and is undone by one press', async ({
  page,
  server,
}) => {
  const folder = join(server.data, 'cache', 'ab')
  await mkdir(folder, { recursive: true })
  for (const name of ['one', 'two']) {
    await writeFile(join(folder, `${name}.webp`), Buffer.alloc(2 * 1024 ** 2, name))
    await utimes(join(folder, `${name}.webp`), new Date(0), new Date(0))
  }
  await prefer(page)
  await enter(page, server)
  await page.goto('/resource?tab=storage')
  await page.getByRole('button', { name: 'Clean up' }).click()
  const drawer = page.getByRole('dialog', { name: 'Clean up' })
  await expect(drawer.getByText('2 files · Why it may go: it is regenerated when needed')).toBeVisible()
  await expect(drawer.getByText('Frees 4 MiB')).toBeVisible()
  await expect(drawer.getByRole('checkbox', { name: 'Trash of all data spaces' })).toBeDisabled()
  await drawer.getByRole('button', { name: 'Free 4 MiB' }).click()
  await expect(page.locator('main').getByText(/Freed 4 MiB, by admin/)).toBeVisible()
  expect(await readdir(folder)).toEqual([])
  const { cleanUp } = await createClient(server)(cleanUpEndpoints.getLastCleanUp, {})
  expect(cleanUp).toMatchObject({ state: 'done', files: 2, bytes: 4 * 1024 ** 2 })

  await test.step('what cannot be made again is held, and one press restores it', async () => {
    const call = createClient(server)
    const space = await call(spaceEndpoints.createSpace, { body: { name: 'kept', path: 'kept' } })
    await putFiles(server, space.id, { 'deleted.bin': Buffer.alloc(1024 ** 2, 7) })
    const { items } = await call(fileEndpoints.listFiles, { params: { spaceId: space.id }, query: {} })
    const selection = { fileIds: items.map(({ id }) => id) }
    await call(fileOperationEndpoints.deleteFiles, { params: { spaceId: space.id }, body: { selection } })
    const blobs = join(server.data, 'blobs')
    for (const entry of await readdir(blobs, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), new Date(0), new Date(0))
    await page.getByRole('button', { name: 'Clean up' }).click()
    await expect(drawer.getByText('Frees 1 MiB in 3 days')).toBeVisible()
    await drawer.getByRole('checkbox', { name: 'Trash of all data spaces' }).check()
    await drawer.getByRole('button', { name: 'Free 1 MiB in 3 days' }).click()
    await expect(page.getByText(/1 file \(1 MiB\) that admin cleaned up is held until/)).toBeVisible()
    const trash = () => call(trashEndpoints.listTrash, { params: { spaceId: space.id }, query: {} })
    expect((await trash()).total).toBe(0)
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByText(/is held until/)).toBeHidden()
    expect((await trash()).items.map(({ path }) => path)).toEqual(['deleted.bin'])
  })
})
