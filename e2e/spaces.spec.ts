import type { Locator, Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { deletedSpaceEndpoints } from '../contract/src/spaces/deleted.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient } from './support/server/client.ts'
import { fill } from './support/content/fill.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import type { Server } from './support/server/server.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    columns: ['Name', 'Status', 'Tags', 'Path', 'Files', 'Total size', 'Created', 'Updated'],
    normal: 'Normal',
    showing: (from: number, to: number, total: number) => `Showing ${from}-${to} of ${total}`,
    tags: 'Tags',
    filters: 'Filters',
    search: 'Search',
    actions: 'Actions on hall',
    edit: 'Edit',
    create: 'Create data space',
    save: 'Save changes',
    delete: 'Delete',
    name: 'Name',
    listFailed: 'Failed to get the data space list',
    createFailed: 'Failed to create the data space',
    updateFailed: 'Failed to update the data space',
    deleteFailed: 'Failed to delete the data space',
    affected: 'Datasets may be affected',
    images: 'hall labels: 2 images',
    trash: /2 files \(.+\) go to the trash with it, and can be restored for 30 days/,
    deleted: 'Deleted data spaces',
    by: 'Deleted by admin',
    left: '30 days left',
    restore: 'Restore hall',
    purgeAction: 'Delete for good',
    purgeTitle: 'Delete hall for good?',
    lost: '1 file (5 B) is deleted for good. Nothing brings it back.',
    cancel: 'Cancel',
    select: 'Select',
  },
  'zh-CN': {
    columns: ['名称', '状态', '标签', '路径', '文件数', '总大小', '创建时间', '更新时间'],
    normal: '正常',
    showing: (from: number, to: number, total: number) => `显示第 ${from}-${to} 条，共 ${total} 条`,
    tags: '标签',
    filters: '筛选',
    search: '搜索',
    actions: 'hall 的操作',
    edit: '编辑',
    create: '新建数据空间',
    save: '保存修改',
    delete: '删除',
    name: '名称',
    listFailed: '获取数据空间列表失败',
    createFailed: '创建数据空间失败',
    updateFailed: '更新数据空间失败',
    deleteFailed: '删除数据空间失败',
    affected: '数据集可能受影响',
    images: 'hall labels：2 张图片',
    trash: /2 个文件（.+）将随之移入回收站，30 天内可恢复/,
    deleted: '已删除的数据空间',
    by: '由 admin 删除',
    left: '剩余 30 天',
    restore: '恢复 hall',
    purgeAction: '彻底删除',
    purgeTitle: '彻底删除 hall？',
    lost: '1 个文件（5 B）将被彻底删除，无法恢复。',
    cancel: '取消',
    select: '选择',
  },
} as const

/** A button by its text: between two Chinese characters there may be a space. */
const named = (text: string) => new RegExp(`^${Array.from(text).join(' ?')}$`)

async function signedIn(server: Server) {
  const call = createClient(server)
  const { token } = server
  return { address: server.address, token, call }
}

/** A space with two pictures and a dataset of both. */
async function hall(server: Server) {
  const { call, ...rest } = await signedIn(server)
  const body = { name: 'hall', path: 'hall', description: 'The long one', tags: ['east', 'night shift'] }
  const { id } = await call(spaceEndpoints.createSpace, { body })
  const content = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
  await fill(server, id, [
    { path: '1.png', content },
    { path: '2.png', content },
  ])
  const kind = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
  const dataset = await call(datasetEndpoints.createDataset, { body: { name: 'hall labels', ...kind, spaceId: id } })
  const params = { datasetId: dataset.id }
  const state = async () => (await call(datasetEndpoints.getDataset, { params })).status
  await expect.poll(state).toBe('success')
  return { ...rest, call, id, dataset: params }
}

const refuse = (route: Route) =>
  route.fulfill({ status: 500, json: { code: 500, message: 'x', requestId: 'r-1', data: { error: 'internal' } } })

async function choose(page: Page, menu: string, item: string) {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('R2.27 R3.06 R4.05 R2.04 R2.37 R2.38 the list shows every field, and finds by name, status and tags', async ({
  browser,
  server,
}) => {
  test.slow()
  const space = await hall(server)
  await space.call(spaceEndpoints.createSpace, { body: { name: 'yard', path: 'a-yard', tags: ['east'] } })
  await inEachLanguage(browser, space, async (page, { lang, theme }) => {
    const text = words[lang]
    await page.goto('/space')
    await expect(page).toHaveURL(/\/space\/list$/)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    for (const name of text.columns) await expect(page.getByRole('columnheader', { name })).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: 'The long one' })
    for (const field of ['hall', text.normal, 'night shift', '2']) await expect(row).toContainText(field)
    await expect(page.getByText(text.showing(1, 2, 2))).toBeVisible()

    const names = () => page.locator('tbody td[data-part="name"] a').allTextContents()
    const sort = async (column: number, order: readonly string[]) => {
      await page
        .getByRole('columnheader', { name: text.columns[column] ?? '' })
        .getByRole('button')
        .click()
      await expect.poll(names).toEqual(order)
    }
    await sort(0, ['hall', 'yard'])
    await sort(3, ['yard', 'hall'])
    await sort(4, ['hall', 'yard'])
    await page.goto('/space/list?status=normal')
    await page.getByRole('button', { name: new RegExp(`^${text.filters}`) }).click()
    await page.getByRole('searchbox', { name: text.tags }).fill('night; EAST')
    await expect.poll(names).toEqual(['hall'])
    await page.goto('/space/list?status=failed')
    await expect.poll(names).toEqual([])
  })
})

test(
  'R8.06 R8.05 a list that fails says so; a failed creation, change and deletion say what failed and lose nothing',
  { tag: '@second' },
  async ({ browser, server }) => {
    test.slow()
    const space = await hall(server)
    await inEachLanguage(browser, space, async (page, { lang }) => {
      const text = words[lang]
      await page.route(/\/api\/v1\/spaces\?/, refuse)
      await page.goto('/space/list')
      await expect(page.getByRole('alert')).toContainText(text.listFailed)
      await page.unroute(/\/api\/v1\/spaces\?/)
      await page.getByRole('alert').getByRole('button').last().click()
      await expect(page.getByText(text.showing(1, 1, 1))).toBeVisible()

      await page.route(/\/api\/v1\/spaces(\/[^/?]+)?$/, (route) =>
        route.request().method() === 'GET' ? route.continue() : refuse(route),
      )
      await page.getByRole('button', { name: text.create }).click()
      const form = page.getByRole('dialog')
      await form.getByRole('textbox', { name: text.name }).fill('second')
      await form.getByRole('button', { name: text.create }).click()
      await expect(form.getByRole('alert').filter({ hasText: text.createFailed })).toBeVisible()
      await expect(form.getByRole('textbox', { name: text.name })).toHaveValue('second')

      await page.goto('/space/list')
      await choose(page, text.actions, text.delete)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: named(text.delete) })
        .click()
      await expect(page.getByRole('dialog').getByRole('alert')).toContainText(text.deleteFailed)

      await page.goto('/space/list')
      await choose(page, text.actions, text.edit)
      await page.getByRole('dialog').getByRole('textbox', { name: text.name }).fill('other')
      await page.getByRole('dialog').getByRole('button', { name: text.save }).click()
      await expect(page.getByRole('alert').filter({ hasText: text.updateFailed })).toBeVisible()
    })
  },
)

test('R8.10 a deletion names the datasets it affects and says where the files go; who deleted it is told, and it comes back', async ({
  browser,
  server,
}) => {
  test.slow()
  const space = await hall(server)
  await inEachLanguage(browser, space, async (page, { lang, theme }) => {
    const text = words[lang]
    await page.goto('/space/list')
    const bulk = theme === 'dark'
    if (bulk) {
      await page.getByRole('row').filter({ hasText: 'hall' }).getByRole('checkbox').check()
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: named(text.delete) })
        .click()
    } else await choose(page, text.actions, text.delete)
    const question = page.getByRole('dialog')
    await expect(question).toContainText(text.trash)
    await expect(question).toContainText(text.affected)
    await expect(question.getByRole('listitem').filter({ hasText: text.images })).toBeVisible()
    await question.getByRole('button', { name: named(text.delete) }).click()
    await expect(page.getByRole('row').filter({ hasText: 'hall' })).toHaveCount(0)
    const available = async () => {
      const { items } = await space.call(datasetEndpoints.listItems, { params: space.dataset, query: {} })
      return items.map((item) => item.available)
    }
    expect(await available()).toEqual([false, false])

    await page.getByRole('button', { name: text.deleted }).click()
    const deletedRow = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'hall' })
    await expect(deletedRow).toContainText(text.by)
    await expect(deletedRow).toContainText(text.left)
    await deletedRow.getByRole('button', { name: text.restore }).click()
    await expect(deletedRow).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('row').filter({ hasText: 'The long one' })).toBeVisible()
    await expect.poll(available).toEqual([true, true])
  })
})

test(
  'R8.10 a deleted space goes for good only after a question that says what is lost',
  { tag: '@second' },
  async ({ browser, server }) => {
    const { call, ...session } = await signedIn(server)
    const deleted = async () => {
      const { items } = await call(deletedSpaceEndpoints.listDeletedSpaces, { query: {} })
      return items.map(({ id }) => id)
    }
    await inEachLanguage(browser, session, async (page, { lang }) => {
      const text = words[lang]
      const { id } = await call(spaceEndpoints.createSpace, { body: { name: 'hall', path: 'hall' } })
      await fill(session, id, [{ path: 'a.txt', content: Buffer.from('words') }])
      await call(spaceEndpoints.deleteSpace, { params: { spaceId: id } })
      await page.goto('/space/list?deleted=true')
      const question = page.getByRole('dialog', { name: text.purgeTitle })
      await page.getByRole('button', { name: text.actions }).click()
      const purge = page.getByRole('menuitem', { name: text.purgeAction })
      const positions = await placesWhileOpening(page, purge, '.ant-modal-footer button')
      expect(positions, 'a button stays under the pointer that presses it').toHaveLength(1)
      await expect(question).toContainText(text.lost)
      await question.getByRole('button', { name: named(text.cancel) }).click()
      await expect(question).toBeHidden()
      expect(await deleted()).toEqual([id])
      await choose(page, text.actions, text.purgeAction)
      await question.getByRole('button', { name: text.purgeAction }).click()
      await expect(page.getByRole('button', { name: text.actions })).toHaveCount(0)
      expect(await deleted()).toEqual([])
      await expect(call(deletedSpaceEndpoints.restoreSpace, { params: { spaceId: id } })).rejects.toThrow('不存在')
    })
  },
)

/** Positions of a dialog's first button from its first frame on, while the dialog opens. */
async function placesWhileOpening(page: Page, opener: Locator, button: string): Promise<string[]> {
  const watched = page.evaluate(async (selector) => {
    const positions = new Set<string>()
    for (let frames = 0; frames < 30;) {
      await new Promise(requestAnimationFrame)
      const box = document.querySelector(selector)?.getBoundingClientRect()
      if (box === undefined || box.width === 0) continue
      frames += 1
      positions.add([box.left, box.top, box.width, box.height].map(Math.round).join())
    }
    return [...positions]
  }, button)
  await opener.click()
  return watched
}
