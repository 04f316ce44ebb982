import { catalogue } from '#lib/i18n.ts'

export const modelsText = catalogue('device-models', {
  en: {
    title: 'Models on this device',
    none: 'None is installed, and none ran here.',
    toModels: 'Choose a model',
    installed: 'Installed',
    ran: 'Ran here',
  },
  zh: {
    title: '设备上的模型',
    none: '尚未安装或运行过模型。',
    toModels: '选择模型',
    installed: '已安装',
    ran: '运行过',
  },
})
