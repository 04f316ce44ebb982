import { entry } from './entry.ts'

export const searchErrors = {
  'search.term-invalid': entry(400683, 'The term “{term}” cannot be searched: {reason}', '无法搜索“{term}”：{reason}'),
  'search.too-many-terms': entry(
    400684,
    'A search has at most {most} terms: leave some out',
    '一次搜索最多 {most} 个词条，请减少',
  ),
  'search.picture-unreadable': entry(
    400685,
    'This is not a picture that can be read: choose another one',
    '无法读取该图片，请选择其他图片',
  ),
  'search.picture-too-large': entry(
    413683,
    'The picture is larger than {limit}: choose a smaller one',
    '图片超过 {limit}，请选择更小的图片',
  ),
  'search.picture-gone': entry(
    404683,
    'The picture of this search is no longer kept: choose it again',
    '该搜索图片已不再保留，请重新选择',
  ),
  'search.embedder-failed': entry(
    503683,
    'What words and pictures show cannot be compared now: {reason}',
    '暂时无法按画面内容搜索：{reason}',
  ),
  'search.no-space': entry(
    409693,
    'There is no data space to index yet: create one and upload images first',
    '还没有可建立索引的数据空间，请先创建并上传图片',
  ),
  'likeness.not-compared': entry(
    404684,
    'The images of this dataset have not been compared yet: compare them first',
    '该数据集的图片尚未相互比较，请先开始比较',
  ),
} as const
