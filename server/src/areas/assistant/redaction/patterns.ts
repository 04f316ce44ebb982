export const redacted = '[redacted]'

/** A quoted value, or up to a delimiter; quotes are preserved. */
const value = String.raw`(?:"[^"\n]{1,4000}"|'[^'\n]{1,4000}'|\x60[^\x60\n]{1,4000}\x60|[^\s"'\x60,;&<>{}()[\]]{1,4000})`
const secretName = String.raw`(?:pass(?:word|wd|phrase|code)|secret(?:[-_]?(?:access)?[-_]?key)?|token|api[-_]?key|apikey|access[-_]?key(?:[-_]?id)?|account[-_]?key|private[-_]?key|signing[-_]?key|encryption[-_]?key|master[-_]?key|shared[-_]?access[-_]?key|client[-_]?key[-_]?data|credentials?|authorization|auth[-_]?key|session[-_]?(?:id|key)|cookie|connection[-_]?string|webhook[-_]?url|密码|口令|密钥|令牌)`

/** Short names only as whole words, since many words end with them. */
const shortName = '(?:pass|pwd|dsn|sas|otp)'

/** `NAME=value`, `NAME: value`, `"name": "value"`, in any case and with any prefix. */
const named: readonly RegExp[] = [
  new RegExp(
    String.raw`((?<![\w-])(?:(?:[\w.-]{0,80}?[-_.])?(?:[a-z\d]{0,40}?${secretName}|${shortName}))\\?["'\x60]?\s{0,8}(?:=>|:=|[:=：＝])\s{0,8}\\?)(${value})`,
    'giu',
  ),
  new RegExp(String.raw`((?<![\w-])--?(?:[\w-]{0,40}-)?${secretName}\s{1,4})(?!-)(${value})`, 'giu'),
  new RegExp(String.raw`(<(?:[\w.-]{0,40})${secretName}>)([^<\n]{1,4000})`, 'giu'),
  new RegExp(String.raw`(\b(?:machine|login|account)\s{1,4}\S{1,200}\s{1,4}password\s{1,4})(\S{1,400})`, 'giu'),
  new RegExp(String.raw`("(?:auth|identitytoken|p12|pkcs12)"\s{0,8}:\s{0,8})("[^"\n]{8,8000}")`, 'giu'),
]

const headers: readonly RegExp[] = [
  /((?:proxy-)?authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:bearer|basic|token|digest|negotiate|aws4-hmac-sha256)\s{1,4})([^\s"',;]{1,4000})/giu,
  /(\bbearer\s{1,4})([\w.~+/=-]{8,4000})/giu,
  /((?:set-)?cookie["']?\s{0,4}:\s{0,4})([^\n"']{1,4000})/giu,
  /(\bx-(?:api|auth|access|amz-security|goog-api|vault|functions)-?(?:key|token)["']?\s{0,4}[:=]\s{0,4}["']?)([^\s"',;]{1,4000})/giu,
  /(\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s:/@"']{0,200}:)([^\s/@"']{1,400})(?=@)/giu,
  /(\b(?:curl|wget|http|https)\b[^\n]{0,400}?\s(?:-u|--user)[\s=]["']?[^\s:"']{1,100}:)([^\s"']{1,400})/giu,
  /(\bsshpass\s+-p\s*)("[^"\n]+"|'[^'\n]+'|\S+)/giu,
  /(\b(?:mysql|mysqldump|mariadb)\b[^\n]{0,200}?\s-p)([^\s"'-]\S{0,200})/giu,
  /(\b(?:redis-cli|mongosh?)\b[^\n]{0,200}?\s-(?:a|p)\s+)(\S{1,200})/giu,
  /(\bIDENTIFIED\s+BY\s+)('[^'\n]{1,200}'|"[^"\n]{1,200}")/giu,
  /([?&](?:sig|signature|x-amz-signature|x-amz-credential|x-goog-signature|key|code|access_token)=)([^\s&"'<>]{6,2000})/giu,
  /(hooks\.slack\.com\/(?:services|workflows)\/)([\w/]{10,200})/gu,
  /(discord(?:app)?\.com\/api\/webhooks\/\d{5,30}\/)([\w-]{20,200})/gu,
  /((?:qyapi\.weixin\.qq\.com|oapi\.dingtalk\.com|open\.feishu\.cn)\/[\w/.-]{1,80}[?/](?:key=|access_token=)?)([\w-]{16,200})/gu,
]

const shaped: readonly RegExp[] = [
  /()(-----BEGIN (?:[A-Z ]{0,30})PRIVATE KEY(?: BLOCK)?-----[\s\S]{1,20000}?(?:-----END (?:[A-Z ]{0,30})PRIVATE KEY(?: BLOCK)?-----|$))/gu,
  /(PuTTY-User-Key-File-\d:[\s\S]{0,2000}?Private-Lines: \d+\s)([\s\S]{1,8000}?)(?=Private-MAC|$)/gu,
  /()(\beyJ[\w-]{8,4000}\.[\w-]{8,8000}(?:\.[\w-]{0,4000})?)/gu,
  /()(\bvmt_[\w-]{8,200})/gu,
  /()(\b(?:AKIA|ASIA|ABIA|ACCA|AIDA|AROA)[A-Z\d]{16}\b)/gu,
  /()(\b(?:LTAI[\w]{12,30}|AKID[\w]{13,40})\b)/gu,
  /()(\b(?:gh[opusr]_[A-Za-z\d]{20,255}|github_pat_\w{20,255})\b)/gu,
  /()(\bgl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|sa|c)[-_][\w=.-]{16,300})/gu,
  /()(\bxox[abeoprs]-[\w-]{10,300}|\bxapp-[\w-]{10,300})/gu,
  /()(\bsk-[\w-]{16,300})/gu,
  /()(\b(?:sk|rk|pk)_(?:live|test)_\w{10,300}|\bwhsec_\w{10,300})/gu,
  /()(\b(?:hf|npm|shpat|shpss|shpca|dop_v1|doo_v1|dor_v1|figd|ntn|rubygems|lin_api|pat_|r8|gsk|xai|nvapi|tvly|pplx|fw|csk|wandb_v1|ATATT3|ATCTT3|SWMTKN|hvs|hvb|dp\.pt|dp\.st|sbp|sntrys|sntryu|PMAK|NRAK|EAAC)[-_.]?[\w=-]{20,400})/gu,
  /()(\bAIza[\w-]{30,60}|\bya29\.[\w-]{20,500}|\bGOCSPX-[\w-]{16,60}|\b1\/\/0[\w-]{20,200})/gu,
  /()(\bpypi-[\w-]{30,400}|\bcio[A-Za-z\d]{30,60}\b)/gu,
  /()(\bSG\.[\w-]{16,40}\.[\w-]{30,80}|\bkey-[\da-f]{32}\b|\bSK[\da-f]{32}\b)/gu,
  /()(\bdapi[\da-f]{30,40}\b)/gu,
  /()(\b\d{8,12}:AA[\w-]{30,40}\b)/gu,
  /()(\b[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{27,45}\b)/gu,
  /()(\bAGE-SECRET-KEY-1[A-Z\d]{40,80}\b)/gu,
  /()(\$(?:[1256y]|2[aby]|5|6|y|gy|argon2(?:id|i|d)|scrypt|pbkdf2(?:-sha\d+)?)\$[\w./$=,+-]{20,400})/gu,
]

/** In each, the first group is preserved and the last one redacted. */
export const secretShapes: readonly RegExp[] = [...shaped, ...headers, ...named]

export const harmless =
  /^["'`]?(?:true|false|null|none|undefined|yes|no|on|off|required|optional|missing|invalid|expired|denied|incorrect|wrong|\*+|\.{3}|…|\[redacted\].*|<[^>]*>|\$\{?\w*\}?|\{\{?[^}]*\}?\}|%\w+%|\d{1,4})["'`]?$/iu
