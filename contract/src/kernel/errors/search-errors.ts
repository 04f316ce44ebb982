export const searchErrors = {
  'search.term-invalid': {
    code: 400683,
    text: { en: 'The term “{term}” cannot be searched: {reason}', zh: '无法搜索“{term}”：{reason}' },
  },
  'search.too-many-terms': {
    code: 400684,
    text: { en: 'A search has at most {most} terms: leave some out', zh: '一次搜索最多 {most} 个词条，请减少' },
  },
  'search.picture-unreadable': {
    code: 400685,
    text: {
      en: 'This is not a picture that can be read: choose another one',
      zh: '无法读取该图片，请选择其他图片',
    },
  },
  'search.picture-too-large': {
    code: 413683,
    text: { en: 'The picture is larger than {limit}: choose a smaller one', zh: '图片超过 {limit}，请选择更小的图片' },
  },
  'search.picture-gone': {
    code: 404683,
    text: {
      en: 'The picture of this search is no longer kept: choose it again',
      zh: '该搜索图片已不再保留，请重新选择',
    },
  },
  'search.embedder-failed': {
    code: 503683,
    text: {
      en: 'What words and pictures show cannot be compared now: {reason}',
      zh: '暂时无法按画面内容搜索：{reason}',
    },
  },
  'search.no-space': {
    code: 409693,
    text: {
      en: 'There is no data space to index yet: create one and upload images first',
      zh: '还没有可建立索引的数据空间，请先创建并上传图片',
    },
  },
  'likeness.not-compared': {
    code: 404684,
    text: {
      en: 'The images of this dataset have not been compared yet: compare them first',
      zh: '该数据集的图片尚未相互比较，请先开始比较',
    },
  },
} as const
