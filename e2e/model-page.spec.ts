import { servingEndpoints } from '../contract/src/models/serving.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { settled } from './support/screen/screen.ts'
import { expect, test } from './support/seeded.ts'

const words = {
  'en-US': {
    download: 'Download',
    downloadFailed: /^Failed to get the model download path: /,
    quality: 'How good it is',
    samples: 'Sample predictions',
    run: 'Run inference',
    splits: 'Splits',
    learned: /The model has learned from \d+ of them/,
    heldOut: /images? held out from its training/,
    parts: 'Figures by what the training did with the images',
    training: 'Training',
    flatters: /training images? that the model learned from/,
    confusion: 'Confusion matrix',
    share: '% of truth',
    threshold: 'confidence threshold',
    how: 'How measured',
    evaluation: 'Evaluation',
    lineage: 'Source',
    onDevice: 'Models on this device',
    measured: /0\.\d{3}mAP50 · validation/,
    onValidation: /0\.\d{3} mAP50 · validation/,
  },
  'zh-CN': {
    download: '下载',
    downloadFailed: /^获取模型下载路径失败: /,
    quality: '模型效果',
    samples: '预测示例',
    run: '运行推理',
    splits: '子集',
    learned: /模型学习过其中 \d+ 张/,
    heldOut: /模型未学习过的 \d+ 张/,
    parts: '按训练用途划分的指标',
    training: '训练集',
    flatters: /张训练图片，模型学习过/,
    confusion: '混淆矩阵',
    share: '占真值 %',
    threshold: '置信度阈值',
    how: '评估方式',
    evaluation: '评估',
    lineage: '来源',
    onDevice: '设备上的模型',
    measured: /0\.\d{3}mAP50 · 验证集/,
    onValidation: /0\.\d{3} mAP50 · 验证集/,
  },
} as const

test('R2.33 R2.23 R3.12 R8.06 a model is a page that says how good it is and on what, and proposes images that it has not learned from', async ({
  browser,
  seeded,
}) => {
  const { model, dataset, device } = seeded.content
  await inEachLanguage(browser, seeded, async (page, { lang, theme }) => {
    const say = words[lang]
    const take = async (name: string) => {
      await settled(page)
      await page.screenshot({ path: test.info().outputPath(`${name}-${lang}-${theme}.png`), fullPage: true })
    }
    await page.goto('/model/list')
    const listed = page.getByRole('row').filter({ hasText: model.name }).first()
    for (const words of [say.measured, 'admin', ...dataset.labels.map(({ name }) => name)])
      await expect(listed).toContainText(words)
    await expect(listed.locator('img').first()).toBeVisible()
    await take('list')
    await page.getByRole('link', { name: model.name, exact: true }).first().click()
    await expect(page).toHaveURL(new RegExp(`/model/list/model/${model.id}$`))
    const { confidence } = await seeded.call(servingEndpoints.recommendedThreshold, {
      params: { modelId: model.id },
    })
    const quality = page.getByRole('region', { name: say.quality })
    await expect(quality).toContainText(`${say.threshold} ${confidence.toFixed(2)}`)
    await quality.getByText(say.how, { exact: true }).click()
    await expect(quality.getByText(new RegExp(dataset.name))).toBeVisible()
    await expect(page.getByRole('heading', { name: say.samples })).toBeVisible()
    await expect(page.locator('main ul img').first()).toBeVisible()
    await expect(page.getByRole('region', { name: say.lineage })).toContainText(dataset.name)
    await page.setViewportSize({ width: 1440, height: 2200 })
    await take('overview')
    await page.setViewportSize({ width: 1440, height: 900 })

    await test.step('a file that cannot be had is told, and had once it can be', async () => {
      const content = `**/models/${model.id}/content`
      const link = page.getByRole('link', { name: say.download, exact: true })
      await page.route(content, (route) => route.abort())
      await link.click()
      await expect(page.getByText(say.downloadFailed)).toBeVisible()
      await page.unroute(content)
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
      expect(await download.failure()).toBeNull()
    })

    await test.step('the confusion matrix is read by keys, and leads to its images', async () => {
      const matrix = page.getByRole('table', { name: say.confusion })
      await page.getByText(say.share, { exact: true }).click()
      await expect(matrix.getByText(/ %$/).first()).toBeVisible()
      const first = matrix.getByRole('button').first()
      await first.focus()
      await page.keyboard.press('ArrowRight')
      await expect(matrix.getByRole('button').nth(1)).toBeFocused()
    })

    await test.step('the form proposes what the model has not learned from, and says what flatters', async () => {
      await page.getByRole('button', { name: say.run }).first().click()
      const form = page.getByRole('dialog')
      await expect(form.getByText(say.heldOut)).toBeVisible()
      await take('form')
      await form.getByRole('combobox', { name: say.splits }).click()
      await page
        .locator('.ant-select-dropdown:visible')
        .getByTitle(new RegExp(`^${say.training} \\(`))
        .click()
      await expect(form.getByText(say.learned)).toBeVisible()
      await page.keyboard.press('Escape')
      await page.goto(`/model/list/model/${model.id}?tab=evaluation`)
    })

    await test.step('a report tells images that were learned from apart, and says so at the figure', async () => {
      const parts = page.getByRole('table', { name: say.parts })
      await parts.getByRole('button', { name: say.training }).click()
      await expect(page.getByText(say.flatters).first()).toBeVisible()
      await take('training-part')
      await page.getByText(say.confusion, { exact: true }).click()
      await expect(page.getByRole('table', { name: say.confusion })).toBeVisible()
      await take('confusion')
    })

    await page.setViewportSize({ width: 390, height: 844 })
    await take('report-narrow')
    await page.goto(`/model/list/model/${model.id}`)
    await expect(page.locator('main ul img').first()).toBeVisible()
    await take('overview-narrow')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/data-set/list/file/${dataset.id}?tab=versions`)
    const trained = page.getByRole('row').filter({ has: page.getByRole('link', { name: model.name }) })
    await expect(trained.first()).toContainText(say.onValidation)
    await take('versions')
    await page.goto(`/data-set/list/file/${dataset.id}?tab=report`)
    await expect(page.locator('main svg[role=group]').first()).toBeVisible()
    await take('dataset-report')
    await page.goto(`/board/list/device/${device.id}`)
    await expect(page.getByRole('heading', { name: say.onDevice })).toBeVisible()
    await take('device')
  })
})
