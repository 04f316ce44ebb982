import { catalogue } from '#lib/i18n.ts'

export const fileStorageText = catalogue('file-storage', {
  en: {
    title: 'File storage',
    onDisk: 'The files of all data spaces, models and datasets lie in the data folder of this server: {folder}',
    inBucket: 'The files of all data spaces, models and datasets lie in the bucket {bucket}.',
    setUp: 'Keep them in a bucket',
    setUpText:
      'Set these variables for the server, start it again, and move the files: vermilion blobs copy --to s3://bucket/prefix. The server goes on meanwhile.',
    browsers: 'Browsers',
    browsersHint:
      'Large downloads, videos and uploads pass between browser and bucket directly after a test that held. Everybody who uses this server must reach the bucket.',
    direct: 'Directly',
    throughServer: 'Through the server',
    'rules-missing':
      'This browser reaches the bucket, whose rules for sharing (CORS) do not let this page read an answer.',
    'write-rule-missing': 'This page may read from the bucket. Its rules for sharing (CORS) do not let it write (PUT).',
    refused:
      'The bucket refuses the address that the server has signed. A proxy may change the request, or the clock of the server is wrong.',
    unreachable:
      'This browser does not reach the bucket: a firewall lies in between, only the server knows its address, or this page was opened by HTTPS and the bucket is reached by HTTP.',
    rules: 'Rules for this page, to be set for the bucket, as with aws s3api put-bucket-cors. Then test again:',
    tested: 'Tested from {origin}',
    test: 'Test direct access',
    turnOff: 'Send everything through the server',
    failed: 'Direct access could not be changed',
    nodes: 'Task nodes',
    nodesHint:
      'Machines that fetch the data of a task take large files from the bucket, and from the server what they do not get there. Automatic: after a test that reached the bucket.',
    automatic: 'Automatic',
  },
  zh: {
    title: '文件存储',
    onDisk: '所有数据空间、模型和数据集的文件保存在本服务器的数据目录中：{folder}',
    inBucket: '所有数据空间、模型和数据集的文件保存在存储桶 {bucket} 中。',
    setUp: '改为保存在存储桶中',
    setUpText:
      '请为服务器设置以下环境变量并重新启动，然后迁移文件：vermilion blobs copy --to s3://bucket/prefix。迁移期间服务器可继续使用。',
    browsers: '浏览器',
    browsersHint:
      '测试通过后，大文件下载、视频和上传将在浏览器与存储桶之间直接传输。使用本服务器的所有人都必须能够访问该存储桶。',
    direct: '直接传输',
    throughServer: '经由服务器',
    'rules-missing': '此浏览器可以访问存储桶，但其跨域规则（CORS）不允许此页面读取响应。',
    'write-rule-missing': '此页面可以读取存储桶，但其跨域规则（CORS）不允许写入（PUT）。',
    refused: '存储桶拒绝了服务器签名的地址。可能有代理修改了请求，或服务器时间不正确。',
    unreachable:
      '此浏览器无法访问存储桶：中间可能有防火墙，其地址可能仅服务器可用，或此页面通过 HTTPS 打开而存储桶只能通过 HTTP 访问。',
    rules: '请为存储桶设置适用于此页面的规则（例如使用 aws s3api put-bucket-cors），然后重新测试：',
    tested: '在 {origin} 测试',
    test: '测试直接访问',
    turnOff: '全部经由服务器传输',
    failed: '无法更改直接访问',
    nodes: '任务节点',
    nodesHint:
      '获取任务数据的机器从存储桶读取大文件，无法从中获取的内容由服务器提供。自动：在测试能够访问存储桶之后启用。',
    automatic: '自动',
  },
})
