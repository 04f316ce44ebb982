import { catalogue } from '#lib/i18n.ts'

export const deploymentText = catalogue('model-deployments', {
  en: { deployments: 'In use on devices', none: 'On no device' },
  zh: { deployments: '正在使用的设备', none: '尚未部署到设备' },
})
