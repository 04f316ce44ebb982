import type { Text } from '../kernel/text.ts'
import type { ServiceFailure } from './failure-names.ts'

/** Each failure of a connection test is explained, with advice. */
export const serviceFailures = {
  'connection-refused': {
    en: 'Nothing listens at {place}. Start the service, or correct the address.',
    zh: '{place} 没有服务在监听。请启动该服务，或更正地址。',
  },
  'host-unknown': {
    en: 'This server finds no host named {place}. Check the address for a typing error.',
    zh: '本服务器找不到主机 {place}。请检查地址是否有误。',
  },
  unreachable: {
    en: 'This server cannot reach {place} ({detail}). Check the network and the firewalls between the two.',
    zh: '本服务器无法连接 {place}（{detail}）。请检查两者之间的网络和防火墙。',
  },
  'address-forbidden': {
    en: '{place} is an address at which cloud providers keep credentials of this machine. This server never calls it.',
    zh: '{place} 是云厂商存放本机凭据的地址，本服务器从不访问。',
  },
  timeout: {
    en: 'No complete answer within {seconds} s. The service may still be loading a model: try again, or look at its log.',
    zh: '{seconds} 秒内没有得到完整响应。服务可能正在加载模型：请重试，或查看其日志。',
  },
  cancelled: { en: 'The test was cancelled.', zh: '测试已取消。' },
  certificate: {
    en: 'The certificate of {place} was not accepted: {detail}. If an authority of your own signed it, name its file in NODE_EXTRA_CA_CERTS and start Vermilion again.',
    zh: '{place} 的证书未被接受：{detail}。如由自有机构签发，请在 NODE_EXTRA_CA_CERTS 中指定其证书文件并重启朱雀。',
  },
  'no-tls': {
    en: '{place} does not speak TLS. Begin the address with http:// instead of https://, or smtp:// instead of smtps://.',
    zh: '{place} 未使用 TLS。请把地址开头的 https:// 改为 http://，或把 smtps:// 改为 smtp://。',
  },
  'no-http': {
    en: 'What listens at {place} does not speak HTTP ({detail}). Check the port.',
    zh: '{place} 上的服务不使用 HTTP 协议（{detail}）。请检查端口。',
  },
  closed: {
    en: '{place} closed the connection before it had answered. Look at its log.',
    zh: '{place} 在响应完成前关闭了连接。请查看其日志。',
  },
  redirected: {
    en: '{place} leads on to {to}. If that is the service, enter that address; the secret was not sent there.',
    zh: '{place} 重定向到 {to}。如果那才是该服务，请填写该地址；密钥没有发送到那里。',
  },
  'too-large': {
    en: 'The answer of {place} is larger than {limit}. Check whether this is the right service.',
    zh: '{place} 的响应超过 {limit}。请检查是否为正确的服务。',
  },
  'key-needed': {
    en: 'The service wants a key, and none is set ({status}): {said}',
    zh: '该服务要求密钥，但尚未设置（{status}）：{said}',
  },
  'key-refused': {
    en: 'The service refused the key ({status}): {said}',
    zh: '该服务拒绝了密钥（{status}）：{said}',
  },
  forbidden: {
    en: 'The key is known, but may not do this ({status}): {said}',
    zh: '密钥有效，但没有相应权限（{status}）：{said}',
  },
  limited: {
    en: 'The service does not answer more often for now, or its credit is used up ({status}): {said}',
    zh: '该服务暂时限制调用，或额度已用尽（{status}）：{said}',
  },
  refused: { en: 'The service refused the request ({status}): {said}', zh: '该服务拒绝了请求（{status}）：{said}' },
  failed: {
    en: 'The service itself failed ({status}): {said} Its own log knows more.',
    zh: '该服务自身出错（{status}）：{said} 详情请查看其日志。',
  },
  'model-missing': {
    en: 'The service has no model named {model}. It has: {models}',
    zh: '该服务没有名为 {model} 的模型。现有模型：{models}',
  },
  'path-wrong': {
    en: 'There is no API at {place}, but one answers at {suggestion}. Enter that address.',
    zh: '{place} 没有 API，但 {suggestion} 有响应。请填写该地址。',
  },
  'not-openai': {
    en: 'This is not the answer of an OpenAI-compatible API ({status}): {said} The address usually ends in /v1.',
    zh: '响应不符合 OpenAI 兼容接口（{status}）：{said} 地址通常以 /v1 结尾。',
  },
  'reply-empty': {
    en: 'The model {model} answered with an empty text. Try again, or choose another model.',
    zh: '模型 {model} 返回了空文本。请重试，或选择其他模型。',
  },
  'image-refused': {
    en: 'The model {model} answers texts but refused an image ({status}): {said} Choose a model that sees images, or turn "Sees images" off.',
    zh: '模型 {model} 可以回答文本，但拒绝了图片（{status}）：{said} 请选择支持图片的模型，或关闭“可识别图片”。',
  },
  'not-comfyui': {
    en: 'This is not the answer of ComfyUI ({status}): {said}',
    zh: '响应不是来自 ComfyUI（{status}）：{said}',
  },
  'not-s3': {
    en: 'This is not the answer of an object storage with the S3 API ({status}): {said}',
    zh: '响应不是来自支持 S3 接口的对象存储（{status}）：{said}',
  },
  'bucket-missing': {
    en: 'There is no bucket named {bucket}. Create it, or correct the name.',
    zh: '存储桶 {bucket} 不存在。请创建它，或更正名称。',
  },
  'region-wrong': {
    en: 'The bucket {bucket} lies in the region {region}. Enter that region and its endpoint.',
    zh: '存储桶 {bucket} 位于区域 {region}。请填写该区域及其地址。',
  },
  'clock-wrong': {
    en: 'The clocks of this server and of the storage differ too much: {said} Set the time of this server.',
    zh: '本服务器与对象存储的时钟相差过大：{said} 请校准本服务器的时间。',
  },
  'not-smtp': {
    en: 'What listens at {place} does not speak SMTP as it should ({detail}). Check the port: smtps:// is usually 465, smtp:// 587.',
    zh: '{place} 上的服务没有按 SMTP 协议响应（{detail}）。请检查端口：smtps:// 通常为 465，smtp:// 通常为 587。',
  },
  'sign-in-refused': {
    en: 'The mail server refused the sign-in: {said} Check the user name and the password.',
    zh: '邮件服务器拒绝登录：{said} 请检查用户名和密码。',
  },
  'starttls-missing': {
    en: '{place} does not offer encryption by STARTTLS ({detail}). Use smtps://, or turn STARTTLS off if the connection need not be secret.',
    zh: '{place} 不支持 STARTTLS 加密（{detail}）。请使用 smtps://；如果连接无需保密，可关闭 STARTTLS。',
  },
  'mail-refused': {
    en: 'The mail server did not take the message: {said} Check the sender and the recipients.',
    zh: '邮件服务器拒收邮件：{said} 请检查发件人和收件人。',
  },
  'object-differs': {
    en: 'What was read back from the bucket {bucket} is not what was written.',
    zh: '从存储桶 {bucket} 读回的内容与写入的不一致。',
  },
  'object-left': {
    en: 'The probe {object} was written and read back, but could not be deleted ({status}): {said} Allow deleting, and delete it by hand.',
    zh: '测试对象 {object} 已写入并读回，但无法删除（{status}）：{said} 请授予删除权限，并手动删除它。',
  },
} as const satisfies Record<ServiceFailure, Text>
