import { catalogue } from '#lib/i18n.ts'

export const addressText = catalogue('models-add-address', {
  en: {
    address: 'Address of the file',
    addressHint:
      'https or http. This server fetches it; addresses of private networks are refused unless VERMILION_MODEL_HOSTS names their host.',
    addressSpace: 'Into the data space',
    fetch: 'Fetch',
    fetching: '{done} of {total} fetched',
    fetched: '{size} fetched · SHA-256 {hash}',
    fetchStopped: 'The download was stopped.',
    fetchGoesOn: 'The file has not arrived yet',
  },
  zh: {
    address: '文件网址',
    addressHint: 'https 或 http。由本服务器下载；除非在 VERMILION_MODEL_HOSTS 中列出主机，否则拒绝私有网络地址。',
    addressSpace: '存入数据空间',
    fetch: '下载',
    fetching: '已下载 {done}，共 {total}',
    fetched: '已下载 {size} · SHA-256 {hash}',
    fetchStopped: '下载已停止。',
    fetchGoesOn: '文件尚未下载完成',
  },
})
