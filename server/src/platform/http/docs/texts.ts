import type { AreaName } from '@vermilion/contract/endpoints'
import type { Text } from '@vermilion/contract/kernel/text'

/** Words of the page that describes the API. */
export const texts = {
  title: { en: 'Vermilion API', zh: '朱雀 API' },
  contents: { en: 'Contents', zh: '目录' },
  calling: { en: 'Calling it', zh: '调用方式' },
  base: {
    en: 'Every path lies below {base}. Every answer but a raw one is the JSON envelope below: code 200 is success, any other code is an error, whose first three digits are the HTTP status.',
    zh: '所有路径均位于 {base} 之下。除原始内容外，每个响应都是以下 JSON 信封：code 为 200 表示成功，其他值为错误，其前三位是 HTTP 状态码。',
  },
  token: {
    en: 'Send a token with every call: make an access token at Settings, Account, or sign in. The header Language ({languages}) chooses the language of messages.',
    zh: '每次调用都需携带令牌：可在“设置 → 账号”中创建访问令牌，或登录获得。请求头 Language（{languages}）决定消息的语言。',
  },
  repeat: {
    en: 'A changing call with an x-request-id of {length} characters may be repeated: it is done once, and the repetition gets the same answer.',
    zh: '修改类调用携带 {length} 个字符的 x-request-id 时可安全重复：只会执行一次，重复的请求得到相同的响应。',
  },
  document: { en: 'The same as an OpenAPI document', zh: '同样内容的 OpenAPI 描述' },
  other: { en: '中文', zh: 'English' },
  parameters: { en: 'Parameters', zh: '参数' },
  body: { en: 'Body', zh: '请求体' },
  answer: { en: 'Answer', zh: '响应' },
  example: { en: 'Example', zh: '示例' },
  fails: { en: 'Errors', zh: '错误' },
  name: { en: 'Name', zh: '名称' },
  type: { en: 'Type', zh: '类型' },
  limits: { en: 'Limits', zh: '限制' },
  characters: { en: 'characters', zh: '个字符' },
  items: { en: 'items', zh: '项' },
  code: { en: 'Code', zh: '编号' },
  words: { en: 'Text', zh: '文本' },
  required: { en: 'required', zh: '必填' },
  raw: { en: 'Answers {type}, without an envelope.', zh: '直接返回 {type}，不含信封。' },
  open: { en: 'Needs no token.', zh: '无需令牌。' },
  nothing: { en: 'Answers null.', zh: '返回 null。' },
  allErrors: { en: 'All errors', zh: '全部错误' },
} as const satisfies Record<string, Text>

/** What areas are called. */
export const areaTitles: Readonly<Record<AreaName, Text>> = {
  settings: { en: 'Server', zh: '服务器' },
  services: { en: 'Services', zh: '外部服务' },
  accounts: { en: 'Accounts', zh: '账号' },
  spaces: { en: 'Data spaces', zh: '数据空间' },
  deletedSpaces: { en: 'Deleted data spaces', zh: '已删除的数据空间' },
  files: { en: 'Files', zh: '文件' },
  spaceReports: { en: 'Reports of data spaces', zh: '数据空间的分析报告' },
  scans: { en: 'Scans of data spaces in place', zh: '就地索引扫描' },
  uploads: { en: 'Uploads', zh: '上传' },
  fileOperations: { en: 'Changing files', zh: '文件操作' },
  trash: { en: 'Trash', zh: '回收站' },
  archives: { en: 'Downloads of many files', zh: '批量下载' },
  previews: { en: 'Previews', zh: '预览' },
  pools: { en: 'Resource pools', zh: '资源池' },
  tasks: { en: 'Tasks', zh: '任务' },
  taskLogs: { en: 'Logs of tasks', zh: '任务日志' },
  metrics: { en: 'Metrics of tasks', zh: '任务指标' },
  datasets: { en: 'Datasets', zh: '数据集' },
  datasetExports: { en: 'Exports of datasets', zh: '数据集导出' },
  datasetImports: { en: 'Imports into datasets', zh: '数据集导入' },
  models: { en: 'Models', zh: '模型' },
  evaluations: { en: 'Evaluations of inferences', zh: '推理评估' },
  samples: { en: 'Samples', zh: '示例数据' },
  annotation: { en: 'Annotation', zh: '标注' },
  work: { en: 'Running work', zh: '进行中的工作' },
}
