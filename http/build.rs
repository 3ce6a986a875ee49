//! The web app is embedded when the crate is compiled, so it is compiled anew when `web/dist` changes.

fn main() {
    let dist = std::path::Path::new("../web/dist");
    // Cargo takes a missing path for one that always changes: an empty folder spares a build each time. Where it cannot be
    // made (a read-only source) nothing is lost but time.
    let _ = std::fs::create_dir_all(dist);
    println!("cargo::rerun-if-changed=../web/dist");
    println!("cargo::rerun-if-changed=build.rs");
}
