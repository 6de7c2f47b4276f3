/** What programs put on the clipboard, shortened: HTML, and what an editor should make of it. */
export const pasted: Record<string, { html: string; becomes: string }> = {
  'a list from Word': {
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- @list l0:level1 {mso-level-number-format:bullet;} p.MsoListParagraph {margin-left:42.0pt;} --></style></head>
<body lang=JA style='tab-interval:42.0pt'><!--StartFragment-->
<h1><span lang=EN-US>年末年始</span>の営業<span lang=EN-US><o:p></o:p></span></h1>
<h2>休館日</h2>
<p class=MsoListParagraph style='margin-left:22.0pt;text-indent:-22.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Wingdings'><span style='mso-list:Ignore'>l<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]>新宿店<span lang=EN-US><o:p></o:p></span></p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>Ø<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]><b>1月1日</b>のみ<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>l<span>&nbsp;</span></span><![endif]>渋谷店<o:p></o:p></p>
<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span><![endif]>受付をする<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp;&nbsp; </span></span><![endif]>着替える<o:p></o:p></p>
<!--EndFragment--></body></html>`,
    becomes:
      '<h2>年末年始の営業</h2><h3>休館日</h3><ul><li><p>新宿店</p><ul><li><p><strong>1月1日</strong>のみ</p></li></ul></li><li><p>渋谷店</p></li></ul><p></p><ol><li><p>受付をする</p></li><li><p>着替える</p></li></ol>',
  },
  'cells from Excel': {
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=ProgId content=Excel.Sheet>
<style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {color:black; font-weight:700;} --></style></head>
<body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 width=216 style='border-collapse:collapse;width:162pt'>
<col width=72 span=3 style='width:54pt'><!--StartFragment-->
 <tr height=25 style='height:18.75pt'>
  <td height=25 class=xl65 width=72 style='height:18.75pt'>曜日</td>
  <td class=xl65 width=72>開館</td>
  <td class=xl65 width=72>備考</td>
 </tr>
 <tr height=25>
  <td height=25>土曜日</td>
  <td align=right>10:00</td>
  <td>プールは<br>
    11時から</td>
 </tr>
 <tr height=25><td>日曜日</td><td align=right>9:00</td><td></td></tr>
<!--EndFragment--></table></body></html>`,
    becomes:
      '<p><strong>曜日</strong>\u3000<strong>開館</strong>\u3000<strong>備考</strong></p><p>土曜日\u300010:00\u3000プールは 11時から</p><p>日曜日\u30009:00</p>',
  },
  'a text from Google Docs': {
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-8f1b2c3d-7fff-1234-5678-9abcdef01234"><h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;">持ち物</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;white-space:pre-wrap;">当日は</span><span style="font-size:11pt;font-weight:700;white-space:pre-wrap;">室内履き</span><span style="font-weight:400;white-space:pre-wrap;">を。</span></p><ul style="margin-top:0;margin-bottom:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">タオル</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">大きいもの</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">飲み物</span></p></li></ul><table style="border:none;border-collapse:collapse;"><colgroup><col width="120" /><col width="120" /></colgroup><tbody><tr style="height:21pt"><td style="border-left:solid #000 1pt;"><p dir="ltr"><span style="font-weight:400;">集合</span></p></td><td><p dir="ltr"><span style="font-weight:400;">9:50</span></p></td></tr></tbody></table></b><br class="Apple-interchange-newline">`,
    becomes:
      '<h2>持ち物</h2><p>当日は<strong>室内履き</strong>を。</p><ul><li><p>タオル</p><ul><li><p>大きいもの</p></li></ul></li><li><p>飲み物</p></li></ul><p>集合\u30009:50</p>',
  },
  'a list from Word for the web': {
    html: `<div class="OutlineElement Ltr"><p class="Paragraph"><span class="TextRun">次のとおりです。</span></p></div><div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1" role="list"><li data-aria-level="1" role="listitem" class="OutlineElement"><p class="Paragraph"><span>一つ目</span></p></li></ul></div><div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle2" role="list"><li data-aria-level="2" role="listitem"><p class="Paragraph"><span>その下</span></p></li></ul></div><div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1" role="list"><li data-aria-level="1" role="listitem"><p><span>二つ目</span></p></li></ul></div>`,
    becomes:
      '<p>次のとおりです。</p><ul><li><p>一つ目</p><ul><li><p>その下</p></li></ul></li><li><p>二つ目</p></li></ul>',
  },
  'a part of a page': {
    html: `<meta charset="utf-8"><h1>夏のご案内</h1><div>はじめに</div><h3 style="color:red">料金</h3><table><caption>月額</caption><thead><tr><th>区分</th><th>税込</th></tr></thead><tbody><tr><td>一般</td><td>8,800円</td></tr></tbody></table><table role="presentation"><tr><td><h4>ご注意</h4><ul><li>上履き</li></ul></td><td><p>以上</p></td></tr></table>`,
    becomes:
      '<h2>夏のご案内</h2><p>はじめに</p><h3>料金</h3><p>月額</p><p><strong>区分</strong>\u3000<strong>税込</strong></p><p>一般\u30008,800円</p><h3>ご注意</h3><ul><li><p>上履き</p></li></ul><p>以上</p>',
  },
}

/** Text of a spreadsheet without HTML. */
export const pastedText = {
  text: '曜日\t開館\t\r\n土曜日\t10:00\r\n',
  becomes: '<p>曜日\u3000開館</p><p>土曜日\u300010:00</p>',
}
