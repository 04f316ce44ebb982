import { z } from 'zod'
import { username } from './assignment.ts'
import { dataset } from '../datasets.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { count, covers, time } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'

export const maxAnnotatorsNamed = 20

export const datasetWork = dataset.pick({ fileCount: true, labeledCount: true, annotationCount: true }).extend({
  versions: count,
  /** Annotators by number of labeled images, descending. Imported and model-made labels count for nobody. */
  annotators: z.array(z.object({ annotator: username, images: count, labels: count })).max(maxAnnotatorsNamed),
  annotatorCount: count,
})
export type DatasetWork = z.output<typeof datasetWork>

export const deletedDataset = dataset.pick({ id: true, name: true, labelType: true }).extend(datasetWork.shape).extend({
  covers,
  deletedAt: time,
  deletedBy: z.string(),
  purgedAt: time,
})
export type DeletedDataset = z.output<typeof deletedDataset>

export const deletedDatasetEndpoints = {
  getDatasetWork: endpoint('GET', '/datasets/:datasetId/work', {
    summary: {
      en: 'The work in a dataset: images, labels, versions, and who labeled how much',
      zh: '数据集中的工作：图片、标注、版本，以及各人的标注量',
    },
    answer: datasetWork,
    errors: ['dataset.not-found'],
  }),
  listDeletedDatasets: endpoint('GET', '/deleted-datasets', {
    summary: { en: 'Deleted datasets, the last deleted first', zh: '已删除的数据集，最近删除的在前' },
    query: pageQuery,
    answer: pageOf(deletedDataset),
  }),
  restoreDataset: endpoint('POST', '/deleted-datasets/:datasetId/restore', {
    summary: {
      en: 'Restore a dataset with its images, labels and versions. Where its name was given away it gets a number',
      zh: '恢复数据集及其图片、标注和版本；名称已被占用时自动编号',
    },
    answer: dataset,
    errors: ['dataset.not-found'],
  }),
  purgeDataset: endpoint('DELETE', '/deleted-datasets/:datasetId', {
    summary: {
      en: 'Delete a deleted dataset with its labels and versions for good. Files, tasks and models stay',
      zh: '彻底删除已删除的数据集及其标注和版本；文件、任务和模型保留',
    },
    errors: ['dataset.not-found'],
  }),
} as const
