import type { HealthCheckOffer } from './health-check-offer.ts'

const countAgain = {
  advice: {
    en: 'Repair sets the numbers to what counting gives. Nothing but the numbers changes.',
    zh: '修复会把数值改为重新统计的结果，不改动其他内容。',
  },
  repair: {
    en: 'The numbers are counted again and written down. Meanwhile changes by others wait.',
    zh: '将重新统计并写入数值；期间其他人的修改会等待。',
  },
  cost: 'light',
  of: 'data',
} as const satisfies Partial<HealthCheckOffer>

const deriveAgain = {
  advice: {
    en: 'Repair derives them again from what they are made of. Files and annotations stay as they are.',
    zh: '修复会根据原始数据重新生成，文件和标注保持不变。',
  },
  repair: {
    en: 'They are derived again from files and annotations, which stay as they are. Meanwhile changes by others wait.',
    zh: '将根据文件和标注重新生成，文件和标注保持不变；期间其他人的修改会等待。',
  },
  cost: 'light',
  of: 'data',
} as const satisfies Partial<HealthCheckOffer>

export const dataChecks = {
  database: {
    title: { en: 'Database files', zh: '数据库文件' },
    hint: {
      en: 'Every page of the database is read, and every reference in it followed.',
      zh: '读取数据库的每一页，并检查其中的每个引用。',
    },
    advice: {
      en: 'Stop the server and start it with the last backup; the folder backups holds a copy of before each update. Check the disk.',
      zh: '请停止服务器并用最近的备份启动；backups 目录保存了每次升级前的副本。请检查磁盘。',
    },
    repair: null,
    cost: 'heavy',
    of: 'data',
  },
  content: {
    title: { en: 'Content of files', zh: '文件内容' },
    hint: {
      en: 'Every stored file is read and compared with its checksum.',
      zh: '读取每个已存储的文件并与其校验和比较。',
    },
    advice: {
      en: 'Copy the content from a backup: below blobs, in a folder named by the first two characters of the checksum. Or upload the same file again. Check the disk.',
      zh: '请从备份复制该内容：位于 blobs 目录下、以校验和前两个字符命名的子目录；或重新上传同一文件。请检查磁盘。',
    },
    repair: null,
    cost: 'heavy',
    of: 'data',
  },
  orphans: {
    title: { en: 'Content that nothing names', zh: '无引用的内容' },
    hint: {
      en: 'Stored content that no file, version, model or trash names any more, and that is older than a day.',
      zh: '不再被任何文件、版本、模型或回收站引用、且超过一天的内容。',
    },
    advice: {
      en: 'Repair removes it, which frees its space. The next start of the server does so too.',
      zh: '修复会将其删除并释放空间；服务器下次启动时也会清理。',
    },
    repair: {
      en: 'This content is removed for good. Nothing refers to it.',
      zh: '将永久删除这些内容；没有任何对象引用它们。',
    },
    cost: 'light',
    of: 'data',
  },
  'job-kinds': {
    title: { en: 'Kinds of jobs', zh: '作业类型' },
    hint: {
      en: 'Whether this version of the server can do every job that is queued.',
      zh: '当前版本的服务器能否执行所有排队的作业。',
    },
    advice: {
      en: 'Start the version of the server that these jobs come from, and let them end there.',
      zh: '请启动创建这些作业的服务器版本，并等待其完成。',
    },
    repair: null,
    cost: 'instant',
    of: 'data',
  },
  'space-counters': {
    title: { en: 'Counters of data spaces', zh: '数据空间的计数' },
    hint: { en: 'Files and bytes of each data space, counted again.', zh: '重新统计各数据空间的文件数和大小。' },
    ...countAgain,
  },
  'folder-counters': {
    title: { en: 'Counters of folders', zh: '文件夹的计数' },
    hint: { en: 'Files and bytes of each folder, counted again.', zh: '重新统计各文件夹的文件数和大小。' },
    ...countAgain,
  },
  'storage-counters': {
    title: { en: 'Counters of storage', zh: '存储占用的计数' },
    hint: {
      en: 'Bytes of content by space, model, version and trash, counted again over every name that it has.',
      zh: '按数据空间、模型、版本和回收站重新统计全部内容的占用。',
    },
    ...countAgain,
  },
  'search-index': {
    title: { en: 'Search index of files', zh: '文件搜索索引' },
    hint: {
      en: 'Whether each file is found by its name, and none that is gone.',
      zh: '每个文件能否按名称搜到，已删除的是否不再出现。',
    },
    ...deriveAgain,
  },
  'report-counters': {
    title: { en: 'Counters of reports', zh: '报告的计数' },
    hint: {
      en: 'Images and labels by status, split and annotator, counted again.',
      zh: '按状态、划分和标注人重新统计图片与标注数。',
    },
    ...countAgain,
  },
  'report-shapes': {
    title: { en: 'Sizes and places of shapes', zh: '标注形状的大小与位置' },
    hint: {
      en: 'What reports say of the shapes, derived from the annotations again.',
      zh: '根据标注重新推算报告中的形状分布。',
    },
    ...deriveAgain,
  },
  'item-annotations': {
    title: { en: 'Annotations of dataset images', zh: '数据集图片的标注数' },
    hint: { en: 'Annotations of each image, counted again.', zh: '重新统计每张图片的标注数。' },
    ...countAgain,
  },
  'item-labels': {
    title: { en: 'Labels of dataset images', zh: '数据集图片的标签' },
    hint: {
      en: 'Whether each image is found by the labels that its shapes have.',
      zh: '每张图片能否按其形状的标签找到。',
    },
    ...deriveAgain,
  },
  'item-duplicates': {
    title: { en: 'Duplicates among dataset images', zh: '数据集中的重复图片' },
    hint: {
      en: 'Whether the mark of a duplicate stands at each image whose content is there twice, and at no other.',
      zh: '重复标记是否与内容重复的图片一致。',
    },
    ...deriveAgain,
  },
  'item-facts': {
    title: { en: 'Scores and lineage of dataset images', zh: '数据集图片的评分与来源' },
    hint: {
      en: 'Whether images of datasets say the same as their files.',
      zh: '数据集图片的信息是否与其文件一致。',
    },
    ...deriveAgain,
  },
  'dataset-counters': {
    title: { en: 'Counters of datasets', zh: '数据集的计数' },
    hint: {
      en: 'Images, labeled images and annotations of each dataset, counted again.',
      zh: '重新统计各数据集的图片数、已标注数和标注数。',
    },
    ...countAgain,
  },
  'label-counters': {
    title: { en: 'Counters of labels', zh: '标签的计数' },
    hint: { en: 'Images and annotations of each label, counted again.', zh: '重新统计各标签的图片数和标注数。' },
    ...countAgain,
  },
  'evaluation-counters': {
    title: { en: 'Counters of data evaluations', zh: '数据评估的计数' },
    hint: {
      en: 'Scored and failed images of each evaluation, counted again.',
      zh: '重新统计各评估的已评分与失败图片数。',
    },
    ...countAgain,
  },
  'auto-label-counters': {
    title: { en: 'Counters of auto-labeling', zh: '自动标注的计数' },
    hint: {
      en: 'Images of each run that were looked at, got suggestions or failed, counted again.',
      zh: '重新统计各次自动标注已处理、有建议和失败的图片数。',
    },
    ...countAgain,
  },
  'generation-counters': {
    title: { en: 'Counters of generations', zh: '数据生成的计数' },
    hint: {
      en: 'Kept, set aside and failed images of each generation, counted again.',
      zh: '重新统计各次生成中保留、剔除和失败的图片数。',
    },
    ...countAgain,
  },
  'file-lineages': {
    title: { en: 'Files by how they were generated', zh: '文件的生成来源' },
    hint: {
      en: 'Whether each file is found as the generated image that it is.',
      zh: '每个文件能否按其生成来源找到。',
    },
    ...deriveAgain,
  },
} as const satisfies Record<string, HealthCheckOffer>
