import type { DemoTenant } from './tenants.ts'

/**
 * The first dealer is the user `dealer`. Columns: name | mailbox | city, country | address | currency and price group
 * | tax office or – | then any of "-Brand" (hidden from them) and "Branch: address".
 */
export const dealerTables: Record<DemoTenant['key'], string> = {
  default: `
Sarıgöl Giyim Mağazaları | siparis.sarigol | İstanbul, Türkiye | Ordu Cad. No: 118, Laleli, Fatih | TRY CB | Beyazıt | Sarıgöl Giyim – Kadıköy Şubesi: Söğütlüçeşme Cad. No: 41, Kadıköy | Sarıgöl Giyim – Merkez Depo: İkitelli OSB 7. Sok. No: 3, Başakşehir
Ege Yıldızı Tekstil | egeyildizi | İzmir, Türkiye | Fevzipaşa Bulvarı No: 92, Konak | TRY CB | Konak | Ege Yıldızı – Bornova: Mustafa Kemal Cad. No: 27, Bornova
Başköy Moda | baskoymoda | Ankara, Türkiye | Çıkrıkçılar Yokuşu No: 16, Altındağ | TRY CB | Ulus
Uludağlılar Konfeksiyon | uludaglilar | Bursa, Türkiye | Uzun Çarşı No: 54, Osmangazi | USD CB | Uludağ
Toroslar Butik | toroslarbutik | Adana, Türkiye | Çakmak Cad. No: 73, Seyhan | TRY CB | Seyhan
Караван Мода | karavan.moda | Moskova, Rusya | ул. Садовая, 12, стр. 4 | USD CB | – | Караван Мода – склад: Складской проезд, 5
Sahil Boyu Giyim | sahilboyu | Antalya, Türkiye | Kazım Özalp Cad. No: 35, Muratpaşa | TRY CB | Kalekapı | -Tezgora
Kervansaray Giyim | kervansaray.giyim | Gaziantep, Türkiye | Suburcu Cad. No: 22, Şahinbey | USD CB | Şahinbey
Yayla Yolu Ayakkabı | yaylayolu | Trabzon, Türkiye | Uzun Sok. No: 88, Ortahisar | EUR CB | Hızırbey
شركة النخلة للأزياء | alnakhla | Bağdat, Irak | شارع الكرادة، بناية 14 | USD CB | –
Bozkır Giyim Sanayi | bozkirgiyim | Konya, Türkiye | Mevlana Cad. No: 61, Karatay | TRY CB | Mevlana
Minik Adımlar Çocuk Dünyası | minikadimlar | Eskişehir, Türkiye | Hamamyolu Cad. No: 19, Odunpazarı | TRY CB | İki Eylül | -Yolbeyi
Салон Зимний Сад | zimnisad | Moskova, Rusya | Лесная ул., 30 | USD CB | –
Palandöken Moda Evi | palandokenmoda | Erzurum, Türkiye | Cumhuriyet Cad. No: 47, Yakutiye | TRY CB | Kazımkarabekir
دار الياسمين | daralyasmin | Beyrut, Lübnan | شارع الحمرا، رقم 8 | USD CB | –
Kıyı Butik | kiyibutik | Muğla, Türkiye | Atatürk Cad. No: 12, Bodrum | EUR TF | Bodrum
`,
  open: `
Pırıl Bebe ve Çocuk | pirilbebe | İstanbul, Türkiye | Merter Tekstil Merkezi B Blok No: 24, Güngören | TRY CB | Merter | Pırıl – Ümraniye: Alemdağ Cad. No: 210, Ümraniye | Pırıl – Depo: Tekstilkent Koza Plaza Kat 2, Esenler
Zirve Spor Giyim | zirvespor | Ankara, Türkiye | Ziya Gökalp Cad. No: 33, Çankaya | TRY CB | Kızılbey
Körfez Basic | korfezbasic | İzmit, Türkiye | İstiklal Cad. No: 58 | TRY CB | Tepecik
Dokuz Köy Giyim | dokuzkoy | Denizli, Türkiye | Saraylar Mah. 2. Ticari Yol No: 7 | TRY CB | Saraylar
Antrenör Spor Mağazası | antrenorspor | İzmir, Türkiye | Kıbrıs Şehitleri Cad. No: 140, Alsancak | USD CB | Kordon
Çınaraltı Çocuk | cinaralticocuk | Samsun, Türkiye | Mecidiye Cad. No: 21, İlkadım | TRY CB | Gaziler
Salkım Giyim | salkimgiyim | Manisa, Türkiye | Doğu Cad. No: 65 | TRY CB | Alaybey | -Koşarca
Спорт Линия | sportlinia | Moskova, Rusya | Зелёный пр., 18 | USD CB | –
Akdeniz Rüzgârı | akdenizruzgari | Mersin, Türkiye | Uray Cad. No: 44, Akdeniz | TRY CB | Uray
Kardelen Kids | kardelenkids | Kayseri, Türkiye | Sivas Cad. No: 96, Melikgazi | TRY CB | Erciyes
واحة الأطفال | wahatalatfal | Dubai, BAE | ديرة، شارع السوق 6 | USD CB | –
Trakya Toptan Giyim | trakyatoptan | Tekirdağ, Türkiye | Hükümet Cad. No: 18, Süleymanpaşa | TRY CB | Namık Kemal | -Adımlık
Vadi Tekstil | vaditekstil | Malatya, Türkiye | Kışla Cad. No: 52 | EUR CB | Beydağı
`,
  'tf-it': `
Bottega Sant’Elmo | ordini.santelmo | Milano, Italia | Via dei Tessitori 14 | EUR TF | – | Bottega Sant’Elmo – Bergamo: Via della Lana 3, Bergamo | Bottega Sant’Elmo – Deposito: Via delle Filande 27, Monza
Moda Tre Ponti | treponti | Bologna, Italia | Via del Portico 8 | EUR TF | –
Sartoria Valdirosa | valdirosa | Torino, Italia | Corso dei Sarti 51 | EUR TF | –
Boğaziçi Çizgi Moda | bogazicicizgi | İstanbul, Türkiye | Rumeli Cad. No: 29, Nişantaşı, Şişli | TRY TF | Şişli
Casa del Filo | casadelfilo | Napoli, Italia | Vico dei Merciai 6 | EUR TF | – | Casa del Filo – Salerno: Via dei Mercanti 40, Salerno
Abbigliamento Ca’ Nova | canova.abbigliamento | Venezia, Italia | Calle dei Fustagni 112 | EUR TF | –
La Piazzetta Uomo | lapiazzetta | Firenze, Italia | Via dei Cimatori 19 | EUR TF | – | -Verdenaz
Maglieria Colleverde | colleverde | Perugia, Italia | Via dell’Ulivo 2 | EUR TF | –
Kordon Terzihanesi | kordonterzi | İzmir, Türkiye | Cumhuriyet Bulvarı No: 77, Konak | TRY TF | Konak
دار الأناقة | daralanaqa | Dubai, BAE | شارع الميناء 21 | USD TF | –
Ателье Север | atelier.sever | Moskova, Rusya | Тверской пер., 9 | USD TF | –
Nonna Rosetta Boutique | nonnarosetta | Bari, Italia | Via dei Pescatori 33 | EUR TF | –
Due Torri Calzature | duetorri | Modena, Italia | Via Lunga 70 | EUR TF | – | -Terzigor
Ankara Şıklık Evi | siklikevi | Ankara, Türkiye | Tunalı Hilmi Cad. No: 63, Çankaya | TRY CB | Çankaya
`,
  'tf-ro': `
Pantofi Valea Albă | comenzi.valeaalba | București, România | Str. Cizmarilor 11, Sector 3 | EUR TF | – | Valea Albă – Ploiești: Bd. Castanilor 45, Ploiești | Valea Albă – Depozit: Șos. Garofiței 120, Ilfov
Moda Carpatina | modacarpatina | Brașov, România | Str. Postăvarilor 27 | EUR TF | –
Blugi și Piele | blugisipiele | Cluj-Napoca, România | Str. Tăbăcarilor 5 | EUR TF | –
Marmara Ayakkabı Sarayı | marmaraayakkabi | İstanbul, Türkiye | Gedikpaşa Cad. No: 58, Fatih | TRY TF | Beyazıt
Magazinul Dunărea | dunarea.magazin | Galați, România | Str. Portului 82 | EUR TF | – | Dunărea – Brăila: Str. Cheiului 9, Brăila
Pasul Ușor | pasulusor | Timișoara, România | Piața Florilor 3 | EUR TF | –
Casa Denim Ardeal | denimardeal | Sibiu, România | Str. Lânii 16 | EUR TF | – | -Adımlık
Încălțăminte Zimbrul | zimbrul | Iași, România | Str. Teilor 64 | EUR TF | –
Casa Nistreană | nistreana | Chișinău, Moldova | Str. Trandafirilor 20 | EUR TF | –
Дом Обуви Берег | bereg.obuv | Moskova, Rusya | Речная ул., 41 | USD TF | –
Ana și Fiii | anasifiii | Oradea, România | Str. Morii 38 | EUR TF | –
Gelibolu Kundura | gelibolukundura | Çanakkale, Türkiye | Çarşı Cad. No: 13 | TRY TF | Truva
أحذية الفرات | alfurat.shoes | Bağdat, Irak | شارع السعدون 55 | USD TF | – | -Barkuzey
Butic Marea Neagră | mareaneagra | Constanța, România | Bd. Pescărușilor 17 | EUR CB | –
`,
}
