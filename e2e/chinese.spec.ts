import { datasetEndpoints } from '../contract/src/datasets.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/seeded.ts'
import { studio } from './support/studio/studio.ts'

const accent = 'rgb(255, 81, 37)'

// Other stories cover these pages in English; this one checks the Chinese texts.
test('R1.10 R2.22 R2.24 R2.27 R5.11 in Chinese: a half-labeled dataset, classes and studio, a task and its form, lists, an upload', async ({
  page,
  seeded,
}) => {
  const { classes, dataset, item, training } = seeded.content
  const form = page.getByRole('dialog')
  await prefer(page, { lang: 'zh-CN', theme: 'dark' })
  await enter(page, seeded)

  await test.step('lists show what is inside, as cards or rows, with the filters behind one button', async () => {
    await page.goto('/data-set/list')
    await page.getByTitle('卡片', { exact: true }).click()
    const card = page.getByRole('listitem').filter({ hasText: classes.name })
    await expect(card).toContainText('已标注 1 / ')
    await expect(card).toContainText('spilled')
    await expect(card.locator('img').first()).toHaveJSProperty('complete', true)
    await page.getByRole('button', { name: /^筛选/ }).click()
    await expect(page.getByPlaceholder('标签，用 ; 分隔')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByTitle('表格', { exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: classes.name })
    await expect(row).toContainText('admin')
    // The accent color is for actions, not for text.
    await expect(row.getByRole('link', { name: classes.name })).not.toHaveCSS('color', accent)
    await expect(page.getByRole('button', { name: '新建数据集' })).toHaveCSS('background-color', accent)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: /^筛选/ }).click()
    await expect(page.getByPlaceholder('标签，用 ; 分隔')).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('a half-labeled dataset trains on its labeled images, or leads to the others', async () => {
    await page.goto(`/data-set/list/file/${classes.id}`)
    await page.getByRole('button', { name: '开始训练' }).click()
    await expect(form.getByText('存在未标注文件，请完成标注后再训练')).toBeVisible()
    await expect(form.getByText(/^\d+ 个文件中有 \d+ 个未标注。$/)).toBeVisible()
    await expect(form.getByRole('link', { name: '打开未标注的图片' })).toHaveAttribute('href', /to-label/)
    await form.getByRole('button', { name: '用 1 张已标注图片的版本训练' }).click()
    await expect(form.getByText(/^v\d+ · 已标注图片$/)).toBeVisible()
    await expect(form.getByText(/^\d+ 个文件中有 \d+ 个未标注。$/)).toBeHidden()
  })

  await test.step('the form proposes a name and how long to train; going back does not open it again', async () => {
    await page.goto(`/compute/tasks?create=true&dataset=${dataset.id}`)
    await expect(form.getByLabel('任务名称')).toHaveValue(/^[a-z].*-\d{4}-\d{4}$/)
    for (const preset of ['快速', '均衡', '充分']) await expect(form.getByText(preset).first()).toBeVisible()
    await expect(form.getByText(/^约 /).first()).toBeVisible()
    await form.locator('summary', { hasText: '参数' }).click()
    await expect(form.getByText(/每张图片被学习的次数/)).toBeVisible()
    await expect(form.getByText('命令与环境', { exact: true })).toBeVisible()
    await expect(form.getByLabel('执行命令')).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await page.goto('/compute/pools')
    await page.goBack()
    await expect(page.getByRole('row').filter({ hasText: training.name }).first()).toBeVisible()
    await expect(form).toHaveCount(0)
  })

  await test.step('images are given classes in a grid; the studio says what its main button does', async () => {
    await page.goto(`/data-set/list/file/${classes.id}`)
    await page.getByRole('tab', { name: '分类' }).click()
    await expect(page.getByRole('group', { name: '待分类图片' }).getByRole('button').nth(1)).toBeFocused()
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.getByText('已选 2 张')).toBeVisible()
    await page.goto(`/data-set/list/file/${dataset.id}/annotate/${item.id}`)
    await expect(page.getByRole('button', { name: '绘制矩形框' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^完成/ })).toBeVisible()
    await expect(page.getByRole('navigation', { name: '相邻图片' }).getByRole('link').first()).toBeVisible()
  })

  await test.step('the studio begins with the tool that draws; a digit after drawing is for the next box; done leads on', async () => {
    const kind = { labelType: 'target-detection', format: 'coco', type: 'image' } as const
    const labels = [{ name: '污渍' }, { name: '电缆' }]
    const { id } = await seeded.call(datasetEndpoints.createDataset, {
      body: { name: '待标注', ...kind, spaceId: classes.spaceId, labels },
    })
    const params = { datasetId: id }
    const read = () => seeded.call(datasetEndpoints.getDataset, { params })
    await expect.poll(async () => (await read()).status).toBe('success')
    const [first] = (await seeded.call(datasetEndpoints.listItems, { params, query: {} })).items
    await page.goto(`/data-set/list/file/${id}/annotate/${first!.id}`)
    await expect(page.getByText('已保存', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: '绘制矩形框' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('#sidebar')).toHaveCSS('width', '64px')
    const options = page.getByRole('toolbar', { name: '工具选项' })
    await expect(options.locator('output')).toHaveText(/^\d+ %$/)
    await expect(options.getByRole('button', { name: '亮度、对比度与通道' })).toBeVisible()
    await studio(page, '图片及其标注').drag({ width: 256, height: 192 }, [40, 40], [120, 110])
    const shape = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: '隐藏图形 1' }) })
    await expect(shape).toContainText('污渍')
    await page.keyboard.press('2')
    await expect(page.getByTitle('接下来绘制的类别：电缆')).toBeVisible()
    await expect(shape).toContainText('污渍')
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: '快捷键' })
    await expect(sheet.getByText('绘制矩形框', { exact: true })).toBeVisible()
    for (const words of ['加粗画笔', '减少顶点']) await expect(sheet.getByText(words, { exact: true })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '完成并下一张' }).click()
    await expect(page.getByText(`第 2 张，共 ${classes.fileCount} 张`)).toBeVisible()
    await expect.poll(async () => (await read()).labeledCount).toBe(1)
    await seeded.call(datasetEndpoints.deleteDataset, { params })
  })

  await test.step('a task opens on how good it is and what comes next, as links', async () => {
    await page.goto(`/compute/taskdetail/${training.id}`)
    await expect(page.getByText('模型的 mAP50')).toBeVisible()
    await expect(page.getByText(/在 \d+ 张验证图片上/).first()).toBeVisible()
    await expect(page.getByText('平均 F1 最高')).toContainText(/模型为 0\.\d{3}/)
    await expect(page.getByRole('link', { name: '打开模型' })).toHaveAttribute('href', /\/model\/list\/model\//)
    await expect(page.getByRole('link', { name: '运行推理' })).toHaveAttribute('href', /run=true/)
    await expect(page.getByRole('link', { name: '标注最差的图片' })).toHaveAttribute('href', /tab=report/)
    await page.getByRole('link', { name: '基本信息与配置' }).click()
    await expect(page.getByText('执行命令', { exact: true })).toBeHidden()
    await page.getByText('基本配置', { exact: true }).click()
    await expect(page.getByText('执行命令', { exact: true })).toBeVisible()
  })

  await test.step('tags are chips as they are typed; an upload folds when it is done', async () => {
    await page.goto('/space/list?create=true')
    await form.getByRole('textbox', { name: '名称' }).fill('夜班上传')
    await form.getByRole('combobox', { name: '标签' }).fill('夜班；东厅；')
    for (const tag of ['夜班', '东厅']) await expect(form.getByTitle(tag, { exact: true })).toBeVisible()
    await form.getByRole('button', { name: '新建数据空间' }).click()
    await expect(page.getByRole('heading', { name: '夜班上传' })).toBeVisible()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const space = await seeded.call(spaceEndpoints.getSpace, { params: { spaceId: id } })
    expect(space.tags).toEqual(['夜班', '东厅'])
    const file = { name: '一.txt', mimeType: 'text/plain', buffer: Buffer.from('一') }
    await page.getByLabel('选择文件', { exact: true }).setInputFiles(file)
    const panel = page.getByRole('region', { name: '上传', exact: true })
    await expect(panel).toContainText('已上传 1 个文件')
    await expect(panel.getByRole('list')).toHaveCount(0)
    await seeded.call(spaceEndpoints.deleteSpace, { params: { spaceId: id } })
  })
})
