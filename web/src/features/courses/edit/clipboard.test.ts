/** What Word, Google's documents, Excel and pages put on the clipboard, as they put it there. */
import { expect, it } from 'vitest';
import { lessonBlocks } from '../lib/blocks.ts';
import { markdownOf } from './clipboard.ts';
import { isFormatted } from './pasting.ts';

const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/karin/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {mso-style-parent:""; margin:0cm; font-size:12.0pt;} @list l0 {mso-list-id:1;} --></style></head>
<body lang=SV style='tab-interval:65.2pt'>
<!--StartFragment-->
<h1><span style='mso-fareast-font-family:"Times New Roman"'>Brandskydd på<o:p></o:p></span></h1>
<p class=MsoNormal>Läs&nbsp;<b><span style='mso-bidi-font-weight:bold'>noga</span></b> och fråga <i>alltid</i> <a href="https://example.se/brand%20v2?a=1&amp;b=2"><span style='color:blue'>räddningstjänsten</span></a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Larma<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]>Ring <b>112</b><o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Samlas<o:p></o:p></p>
<p class=MsoNormal>Sedan<br>hem.<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span><![endif]>Först<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span><![endif]>Sist<o:p></o:p></p>
<table class=MsoTableGrid border=1><tr><td width=100><p class=MsoNormal><b>Plats</b><o:p></o:p></p></td><td><p class=MsoNormal>Vem<o:p></o:p></p></td></tr>
<tr><td><p class=MsoNormal>Aulan | entrén<o:p></o:p></p></td><td><p class=MsoNormal>Karin</p><p class=MsoNormal>Olle</p></td></tr></table>
<p class=MsoNormal><span style='display:none;mso-hide:all'>dolt</span><img src="file:///C:/Users/karin/clip_image002.png" alt="Karta"></p>
<!--EndFragment--></body></html>`;

it('a text from Word keeps what a lesson has signs for', () => {
  expect(markdownOf(WORD)).toBe(
    [
      '# Brandskydd på',
      '',
      'Läs *noga* och fråga _alltid_ [räddningstjänsten](https://example.se/brand%20v2?a=1&b=2).',
      '',
      '- Larma',
      '  - Ring *112*',
      '- Samlas',
      '',
      'Sedan',
      'hem.',
      '',
      '1. Först',
      '2. Sist',
      '',
      '| Plats | Vem |',
      '|---|---|',
      '| Aulan \\| entrén | Karin Olle |',
    ].join('\n'),
  );
  // The lesson draws what it says.
  const drawn = lessonBlocks(markdownOf(WORD));
  expect(drawn.map(({ kind }) => kind)).toEqual(['heading', 'text', 'table']);
  expect(drawn.at(-1)).toMatchObject({ rows: [['Aulan | entrén', 'Karin Olle']] });
});

it('a text from Google keeps it too, and what is not bold is not', () => {
  const html = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-2f"><h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;font-style:normal;">Veckan</span></h2><p dir="ltr"><span style="font-weight:400;">Vi </span><span style="font-weight:700;font-style:italic;">ses</span><span style="font-weight:400;text-decoration:line-through;"> inte</span><span style="font-weight:400;"> alls.</span></p><br><ul style="margin-top:0"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Måndag</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">Gympa</span></p></li></ul></ul><ol start="3"><li dir="ltr"><p dir="ltr"><span>Tre</span></p></li></ol></b><br class="Apple-interchange-newline">`;
  expect(markdownOf(html)).toBe(
    ['## Veckan', '', 'Vi _*ses*_ ~inte~ alls.', '', '- Måndag', '  - Gympa', '', '3. Tre'].join(
      '\n',
    ),
  );
});

it('nothing of a hostile text runs, loads or leads anywhere else', () => {
  const seen: string[] = [];
  Object.assign(window, { stolen: (what: string) => seen.push(what) });
  const html = `<p>Hej <b onclick="stolen('a')">du</b></p><script>stolen('b')</script><img src=x onerror="stolen('c')"><svg onload="stolen('d')"><text>svg</text></svg><iframe srcdoc="<script>parent.stolen('e')</script>"></iframe>
    <a href="javascript:stolen('f')">klicka</a> <a href=" java\nscript:stolen(1)">här</a> <a href="data:text/html,x">data</a> <a href="//evil.example/x">dit</a> <a href="https://a.example/)](javascript:x)">ut</a>
    <style>p{background:url(//evil.example)}</style><math><mi>x</mi></math><noscript><p>nej</p></noscript><form action="//evil.example"><input value="lösenord"></form><template><p>mall</p></template>`;
  const text = markdownOf(html);
  expect(text).toBe(
    'Hej *du*\n\nklicka här data dit [ut](https://a.example/%29]%28javascript:x%29)',
  );
  expect(text).not.toMatch(/stolen|onerror|<|lösenord/);
  expect(seen).toEqual([]);
});

it('what nests without end is left to its text; tables that only arrange are read', () => {
  expect(markdownOf(`${'<div>'.repeat(150)}<b>längst in</b>`)).toBe('');
  expect(markdownOf('<table><tr><td><h1>Rubrik</h1><p>Text</p></td></tr></table>')).toBe(
    '# Rubrik\n\nText',
  );
  expect(
    markdownOf('<table><tr><th colspan="2">Bred</th></tr><tr><td>1</td><td>2</td></tr></table>'),
  ).toBe('| Bred |  |\n|---|---|\n| 1 | 2 |');
});

it('only what has a form is taken as that', () => {
  expect(isFormatted(WORD)).toBe(true);
  expect(isFormatted('<span style="font-weight:700">x</span>')).toBe(true);
  expect(isFormatted('<meta charset="utf-8"><span style="color:red">bara text</span>')).toBe(false);
  expect(isFormatted('<div><br><body>bara text</body></div>')).toBe(false);
});
